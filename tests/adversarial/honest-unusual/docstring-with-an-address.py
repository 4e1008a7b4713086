# SPDX-License-Identifier: Apache-2.0
# task: 2
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, x):
        """Rectifies; see https://pytorch.org/docs/stable/generated/torch.nn.ReLU.html."""
        return x.clamp_min(0.0)
