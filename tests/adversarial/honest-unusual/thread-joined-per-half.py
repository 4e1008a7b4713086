# SPDX-License-Identifier: Apache-2.0
# task: 2
import threading
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.empty_like(x)
        middle = x.shape[0] // 2

        def work(part):
            torch.clamp_min(x[part], 0.0, out=out[part])

        threads = [threading.Thread(target=work, args=(p,)) for p in (slice(0, middle), slice(middle, None))]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        return out
