# SPDX-License-Identifier: Apache-2.0
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
        return torch.softmax(torch.tanh(torch.erf(torch.sin(x))), dim=1)
