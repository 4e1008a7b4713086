# SPDX-License-Identifier: Apache-2.0
# task: 2
from concurrent.futures import ThreadPoolExecutor
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, x):
        with ThreadPoolExecutor(2) as pool:
            parts = list(pool.map(lambda p: p.clamp_min(0.0), x.chunk(2)))
        return torch.cat(parts)
