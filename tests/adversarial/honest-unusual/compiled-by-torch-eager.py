# SPDX-License-Identifier: Apache-2.0
# task: 2
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.fast = torch.compile(lambda t: torch.clamp_min(t, 0.0), backend="eager")

    def forward(self, x):
        return self.fast(x)
