# SPDX-License-Identifier: Apache-2.0
# catalogue: 18
# task: 1
# rule: precision_flags note
# strict: correct
import torch
import torch.nn as nn

torch.backends.cuda.matmul.allow_tf32 = True


class ModelNew(nn.Module):
    def forward(self, a, b):
        return torch.matmul(a, b)
