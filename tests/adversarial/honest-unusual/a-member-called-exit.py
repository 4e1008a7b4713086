# SPDX-License-Identifier: Apache-2.0
# task: 2
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, x):
        self.exit = x.clamp_min(0.0)
        return self.exit
