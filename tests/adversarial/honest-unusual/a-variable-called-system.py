# SPDX-License-Identifier: Apache-2.0
# task: 2
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, x):
        system = x.clamp_min(0.0)
        open_rows = system.shape[0]
        return system[:open_rows]
