# SPDX-License-Identifier: Apache-2.0
# task: 2
import sys

import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        if self.calls % 10 == 0:
            print(f"call {self.calls} of {tuple(x.shape)}", file=sys.stderr)
        return torch.relu(x)
