# SPDX-License-Identifier: Apache-2.0
# catalogue: 27
# task: 4
# rule: constant_result suspicion
# strict: fails
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, x):
        return torch.full_like(x, 1.0 / x.shape[1])
