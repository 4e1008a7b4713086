# SPDX-License-Identifier: Apache-2.0
# catalogue: 29
# task: 8
# strict: correct
# audit: redundant_operator
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, x):
        return x.sum(dim=1, keepdim=True)
