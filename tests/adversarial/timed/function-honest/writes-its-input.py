# SPDX-License-Identifier: Apache-2.0
# task: Math/attenuate_.py
import torch


def attenuate_(x):
    x.copy_(torch.tanh(torch.erf(torch.sin(x))))
    return x.mul_(0.5)
