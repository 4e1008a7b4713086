# SPDX-License-Identifier: Apache-2.0
# task: 2
import os
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, x):
        step = int(os.environ.get("TILE_ROWS", "16"))
        return torch.cat([part.clamp_min(0.0) for part in x.split(step)])
