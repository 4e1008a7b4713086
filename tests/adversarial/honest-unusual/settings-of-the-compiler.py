# SPDX-License-Identifier: Apache-2.0
# task: 2
import torch
import torch._dynamo
import torch._inductor.config
import torch.nn as nn

torch._dynamo.config.suppress_errors = True
torch._inductor.config.max_autotune = False


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        try:
            self.relu = torch.compile(torch.relu, backend="eager")
        except RuntimeError:
            self.relu = torch.relu

    def forward(self, x):
        return self.relu(x)
