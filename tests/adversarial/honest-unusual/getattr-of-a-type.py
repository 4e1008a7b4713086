# SPDX-License-Identifier: Apache-2.0
# task: 2
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, x):
        kind = getattr(torch, str(x.dtype).replace("torch.", ""))
        return x.to(kind).clamp_min(0.0)
