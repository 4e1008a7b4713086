# SPDX-License-Identifier: Apache-2.0
# task: 2
import torch
import torch.nn as nn

class Rectify(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp_min(0.0)

class ModelNew(nn.Module):
    def forward(self, x):
        return Rectify.apply(x)
