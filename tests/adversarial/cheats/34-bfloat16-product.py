# SPDX-License-Identifier: Apache-2.0
# catalogue: 34
# task: 1
# rule: reduced_precision note
# strict: fails
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, a, b):
        return (a.bfloat16() @ b.bfloat16()).float()
