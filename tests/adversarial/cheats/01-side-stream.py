# SPDX-License-Identifier: Apache-2.0
# catalogue: 1
# task: 2
# rule: own_streams note
# strict: fails
# needs: gpu
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, x):
        stream = torch.cuda.Stream()
        with torch.cuda.stream(stream):
            return torch.relu(x)
