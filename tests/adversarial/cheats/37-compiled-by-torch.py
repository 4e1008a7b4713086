# SPDX-License-Identifier: Apache-2.0
# catalogue: 37
# task: 4
# rule: library_only note
# strict: any
# policy: mixed
# harmless: what a compiler makes of operators is honest work; what ran on a device is measured
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.fast = torch.compile(lambda x: torch.softmax(x, dim=1), backend="eager")

    def forward(self, x):
        return self.fast(x)
