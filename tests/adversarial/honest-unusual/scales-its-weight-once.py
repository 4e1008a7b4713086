# SPDX-License-Identifier: Apache-2.0
# task: 5
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.linear = nn.Linear(inputs, outputs)
        self.linear.weight.data *= 1.0

    def forward(self, x):
        return torch.tanh(torch.nn.functional.linear(x, self.linear.weight, self.linear.bias))
