# SPDX-License-Identifier: Apache-2.0
# task: 4
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.empty_like(x)
        for row in range(x.shape[0]):
            shifted = torch.exp(x[row] - x[row].max())
            out[row] = shifted / shifted.sum()
        return out
