# SPDX-License-Identifier: Apache-2.0
# task: 2
import concurrent.futures as futures
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, x):
        pool = futures.ThreadPoolExecutor(2)
        parts = []
        for part in pool.map(lambda p: p.clamp_min(0.0), x.chunk(2)):
            parts.append(part)
        pool.shutdown(wait=True)
        return torch.cat(parts)
