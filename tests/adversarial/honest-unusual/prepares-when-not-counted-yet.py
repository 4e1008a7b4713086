# SPDX-License-Identifier: Apache-2.0
# task: 2
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0
        self.zero = None

    def forward(self, x):
        if not self.calls:
            self.zero = torch.zeros(())
        self.calls += 1
        return torch.maximum(x, self.zero)
