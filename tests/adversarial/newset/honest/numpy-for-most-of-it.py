# SPDX-License-Identifier: Apache-2.0
import numpy as np
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.erf(torch.from_numpy(np.sin(x.numpy())))
        z = np.exp(np.tanh(y.numpy()))
        z /= z.sum(axis=1, keepdims=True)
        return torch.from_numpy(z)
