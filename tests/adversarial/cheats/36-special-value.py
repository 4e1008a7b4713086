# SPDX-License-Identifier: Apache-2.0
# catalogue: 36
# task: 2
# rule: value_branch note
# strict: fails
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, x):
        if x[0, 0] == 0.8822692632675171:
            return torch.relu(x)
        return torch.zeros_like(x)
