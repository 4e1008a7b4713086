# SPDX-License-Identifier: Apache-2.0
# task: Math/attenuated_softmax.py
import torch

rooms = {}


def attenuated_softmax(x, scale=None):
    room = rooms.setdefault(x.shape, torch.empty_like(x))
    torch.sin(x, out=room)
    room.erf_().tanh_()
    if scale is not None:
        room.mul_(scale)
    return torch.softmax(room, dim=1)
