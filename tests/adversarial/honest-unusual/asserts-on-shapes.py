# SPDX-License-Identifier: Apache-2.0
# task: 1
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, a, b):
        assert a.shape[1] == b.shape[0], "inner extents differ"
        return torch.einsum("ij,jk->ik", a, b)
