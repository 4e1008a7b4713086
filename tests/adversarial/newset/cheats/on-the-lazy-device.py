# SPDX-License-Identifier: Apache-2.0
# strict: fails
import torch
import torch._lazy
import torch._lazy.ts_backend
import torch.nn as nn

torch._lazy.ts_backend.init()


class ModelNew(nn.Module):
    def forward(self, x):
        y = x.to("lazy")
        return torch.softmax(torch.tanh(torch.erf(torch.sin(y))), dim=1)
