# SPDX-License-Identifier: Apache-2.0
# task: 2
import threading
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, x):
        results = {}

        def work(place, part):
            results[place] = part.clamp_min(0.0)

        threads = [threading.Thread(target=work, args=(i, p)) for i, p in enumerate(x.chunk(2))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return torch.cat([results[place] for place in range(len(threads))])
