# SPDX-License-Identifier: Apache-2.0
# catalogue: 13
# task: 2
# rule: call_counter suspicion
# strict: fails
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.turn = 0
        self.last = None

    def forward(self, x):
        self.turn += 1
        if self.turn % 2 == 1 or self.last is None:
            self.last = torch.relu(x)
        return self.last
