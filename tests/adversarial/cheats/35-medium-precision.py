# SPDX-License-Identifier: Apache-2.0
# catalogue: 35
# task: 1
# rule: precision_flags note
# strict: any
import torch
import torch.nn as nn

torch.set_float32_matmul_precision("medium")


class ModelNew(nn.Module):
    def forward(self, a, b):
        return torch.matmul(a, b)
