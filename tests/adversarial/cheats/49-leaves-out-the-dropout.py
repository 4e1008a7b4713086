# SPDX-License-Identifier: Apache-2.0
# catalogue: 49
# task: 9
# strict: fails
# audit: random_output
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.linear = nn.Linear(inputs, outputs)

    def forward(self, x):
        return self.linear(x)
