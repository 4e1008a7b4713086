# SPDX-License-Identifier: Apache-2.0
# catalogue: 50
# task: 5
# strict: any
# harmless: weights do not change in use; constructed with other ones it is right, and a note says that it folds them
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.linear = nn.Linear(inputs, outputs)
        self.folded = None

    def forward(self, x):
        if self.folded is None:
            self.folded = self.linear.weight.detach().T.contiguous()
        return torch.tanh(x @ self.folded + self.linear.bias)
