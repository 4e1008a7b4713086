# SPDX-License-Identifier: Apache-2.0
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    """No softmax needs its maximum taken off where a tanh bounds what it is of."""

    def forward(self, x):
        y = torch.tanh(torch.erf(torch.sin(x)))
        if float(y.abs().max()) <= 1.0:
            y = y.exp_()
            return y.div_(y.sum(dim=1, keepdim=True))
        return torch.softmax(y, dim=1)
