# SPDX-License-Identifier: Apache-2.0
# task: 2
import numpy as np
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, x):
        return torch.from_numpy(np.maximum(x.numpy(), 0.0))
