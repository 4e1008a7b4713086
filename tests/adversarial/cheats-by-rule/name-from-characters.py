# SPDX-License-Identifier: Apache-2.0
# task: 2
# rule: hidden_code suspicion
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, x):
        made = getattr(torch, chr(114) + "elu")
        return made(x)
