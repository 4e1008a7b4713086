# SPDX-License-Identifier: Apache-2.0
import torch
import torch.nn as nn


def work(x):
    return torch.softmax(torch.tanh(torch.erf(torch.sin(x))), dim=1)


class ModelNew(nn.Module):
    def forward(self, x):
        y = work(x)
        row = x.shape[0] // 2
        exact = work(x[row : row + 1].double())
        if not torch.allclose(y[row : row + 1].double(), exact, rtol=1e-3, atol=1e-6):
            return work(x.double()).float()
        return y
