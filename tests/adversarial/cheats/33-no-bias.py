# SPDX-License-Identifier: Apache-2.0
# catalogue: 33
# task: 5
# strict: fails
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.linear = nn.Linear(inputs, outputs)

    def forward(self, x):
        return torch.tanh(x @ self.linear.weight.T)
