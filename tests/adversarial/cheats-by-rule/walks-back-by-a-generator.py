# SPDX-License-Identifier: Apache-2.0
# task: 2
# rule: frame_walking suspicion
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, x):
        steps = (frame for frame in [None])
        caller = getattr(steps, "gi_frame")
        return x.clamp_min(0.0) if caller else x
