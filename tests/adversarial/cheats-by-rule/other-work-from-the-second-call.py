# SPDX-License-Identifier: Apache-2.0
# task: 2
# rule: call_counter suspicion
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0
        self.kept = None

    def forward(self, x):
        self.calls += 1
        if self.calls == 1:
            self.kept = x.clamp_min(0.0)
            return self.kept
        return self.kept
