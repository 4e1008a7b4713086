# SPDX-License-Identifier: Apache-2.0
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = None

    def forward(self, x):
        if self.table is None:
            self.table = torch.linspace(-1, 1, 4096).tanh()
        y = torch.tanh(torch.erf(torch.sin(x)))
        y = torch.exp(y - y.amax(dim=1, keepdim=True))
        return y / y.sum(dim=1, keepdim=True)
