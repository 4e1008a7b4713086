# SPDX-License-Identifier: Apache-2.0
# catalogue: 31
# task: 6
# rule: constant_result suspicion
# strict: fails
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, predictions, targets):
        return torch.tensor(1.0 / 6.0)
