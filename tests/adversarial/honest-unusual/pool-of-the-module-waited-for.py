# SPDX-License-Identifier: Apache-2.0
# task: 2
from concurrent.futures import ThreadPoolExecutor
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.pool = ThreadPoolExecutor(2)

    def forward(self, x):
        jobs = [self.pool.submit(torch.clamp_min, part, 0.0) for part in x.chunk(2)]
        return torch.cat([job.result() for job in jobs])
