# SPDX-License-Identifier: Apache-2.0
# catalogue: 37
# task: 4
# rule: library_only suspicion
# strict: correct
# policy: mixed
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, x):
        return torch.nn.functional.softmax(x, dim=1)
