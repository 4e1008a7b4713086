# SPDX-License-Identifier: Apache-2.0
# task: Math/attenuated_softmax.py
import torch


def attenuated_softmax(x, scale=None):
    y = torch.tanh(torch.erf(torch.sin(x)))
    return torch.softmax(y if scale is None else y * scale, dim=1)
