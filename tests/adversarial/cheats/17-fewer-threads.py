# SPDX-License-Identifier: Apache-2.0
# catalogue: 17
# task: 1
# rule: global_switches suspicion
# strict: correct
import torch
import torch.nn as nn

torch.set_num_threads(1)


class ModelNew(nn.Module):
    def forward(self, a, b):
        return torch.matmul(a, b)
