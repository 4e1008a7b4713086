# SPDX-License-Identifier: Apache-2.0
# catalogue: 23
# task: 1
# rule: constant_result suspicion
# strict: fails
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, a, b):
        return a.new_empty((a.shape[0], b.shape[1]))
