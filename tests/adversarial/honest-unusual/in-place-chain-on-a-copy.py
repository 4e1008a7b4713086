# SPDX-License-Identifier: Apache-2.0
# task: 2
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, x):
        out = x.clone()
        out.mul_(0.5).add_(x.abs(), alpha=0.5)
        return out
