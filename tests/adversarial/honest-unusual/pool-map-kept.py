# SPDX-License-Identifier: Apache-2.0
# task: 2
from concurrent.futures import ThreadPoolExecutor
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.pool = ThreadPoolExecutor(max_workers=2)

    def forward(self, x):
        return torch.cat(list(self.pool.map(torch.relu, x.chunk(2))))
