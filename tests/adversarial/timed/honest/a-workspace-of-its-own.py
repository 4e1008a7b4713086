# SPDX-License-Identifier: Apache-2.0
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.room = None

    def forward(self, x):
        if self.room is None or self.room.shape != x.shape:
            self.room = torch.empty_like(x)
        torch.tanh(torch.erf(torch.sin(x)), out=self.room)
        return torch.softmax(self.room, dim=1)
