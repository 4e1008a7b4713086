# SPDX-License-Identifier: Apache-2.0
# task: 2
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.spaces = {}

    def forward(self, x):
        key = (tuple(x.shape), x.dtype)
        if key not in self.spaces:
            self.spaces[key] = torch.empty_like(x)
        torch.clamp_min(x, 0.0, out=self.spaces[key])
        return self.spaces[key].clone()
