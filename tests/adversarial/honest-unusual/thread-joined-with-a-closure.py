# SPDX-License-Identifier: Apache-2.0
# task: 2
import threading
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.empty_like(x)

        def work():
            out.copy_(x.clamp_min(0.0))

        worker = threading.Thread(target=work)
        worker.start()
        worker.join()
        return out
