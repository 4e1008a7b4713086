# SPDX-License-Identifier: Apache-2.0
# task: Math/attenuated_softmax.py
import functools

import torch


@functools.lru_cache(maxsize=8)
def ones_for(columns, device):
    return torch.ones(columns, device=device)


def attenuated_softmax(x, scale=None):
    y = torch.tanh(torch.erf(torch.sin(x)))
    y = y * (ones_for(x.shape[1], x.device) if scale is None else scale)
    y = torch.exp(y - y.amax(dim=1, keepdim=True))
    return y / y.sum(dim=1, keepdim=True)
