# SPDX-License-Identifier: Apache-2.0
# task: 2
import torch
import torch.nn as nn

torch.backends.cudnn.benchmark = True

class ModelNew(nn.Module):
    def forward(self, x):
        return x.clamp_min(0.0)
