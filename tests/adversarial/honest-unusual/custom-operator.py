# SPDX-License-Identifier: Apache-2.0
# task: 2
import torch
import torch.nn as nn

@torch.library.custom_op("unusual::rectify", mutates_args=())
def rectify(x: torch.Tensor) -> torch.Tensor:
    return x.clamp_min(0.0)

class ModelNew(nn.Module):
    def forward(self, x):
        return rectify(x)
