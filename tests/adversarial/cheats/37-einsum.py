# SPDX-License-Identifier: Apache-2.0
# catalogue: 37
# task: 1
# rule: library_only suspicion
# strict: correct
# policy: mixed
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, a, b):
        return torch.einsum("ik,kj->ij", a, b)
