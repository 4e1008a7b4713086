# SPDX-License-Identifier: Apache-2.0
# task: 2
from concurrent.futures import ThreadPoolExecutor, as_completed
import torch
import torch.nn as nn

_POOL = ThreadPoolExecutor(2)


class ModelNew(nn.Module):
    def forward(self, x):
        parts = list(x.chunk(2))
        out = [None] * len(parts)

        def work(place, part):
            out[place] = part.clamp_min(0.0)

        jobs = [_POOL.submit(work, place, part) for place, part in enumerate(parts)]
        for job in as_completed(jobs):
            job.result()
        return torch.cat(out)
