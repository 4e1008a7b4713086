# SPDX-License-Identifier: Apache-2.0
# catalogue: 35
# task: 1
# rule: precision_flags note
# strict: any
import torch
import torch.nn as nn

torch.backends.cudnn.allow_tf32 = True
torch.backends.cuda.matmul.fp32_precision = "tf32"


class ModelNew(nn.Module):
    def forward(self, a, b):
        return a @ b
