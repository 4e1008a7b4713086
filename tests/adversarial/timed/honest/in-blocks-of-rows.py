# SPDX-License-Identifier: Apache-2.0
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.empty_like(x)
        for first in range(0, x.shape[0], 256):
            rows = torch.tanh(torch.erf(torch.sin(x[first : first + 256])))
            out[first : first + 256] = torch.softmax(rows, dim=1)
        return out
