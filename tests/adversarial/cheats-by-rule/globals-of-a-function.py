# SPDX-License-Identifier: Apache-2.0
# task: 2
# rule: frame_walking suspicion
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, x):
        around = torch.relu.__class__.__subclasses__()
        return x.clamp_min(0.0) if around is not None else x
