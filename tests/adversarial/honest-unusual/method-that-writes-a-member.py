# SPDX-License-Identifier: Apache-2.0
# task: 2
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def _compute(self, x):
        self.result = torch.clamp_min(x, 0.0)

    def forward(self, x):
        self._compute(x)
        return self.result
