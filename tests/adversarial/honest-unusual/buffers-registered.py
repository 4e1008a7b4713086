# SPDX-License-Identifier: Apache-2.0
# task: 2
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("zero", torch.zeros(()))

    def forward(self, x):
        return torch.where(x > self.zero, x, self.zero)
