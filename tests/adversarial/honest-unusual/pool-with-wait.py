# SPDX-License-Identifier: Apache-2.0
# task: 2
import concurrent.futures
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.empty_like(x)
        with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
            jobs = [pool.submit(torch.clamp_min, a, 0.0, out=b) for a, b in zip(x.chunk(2), out.chunk(2))]
            concurrent.futures.wait(jobs)
        return out
