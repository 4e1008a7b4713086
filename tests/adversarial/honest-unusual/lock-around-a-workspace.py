# SPDX-License-Identifier: Apache-2.0
# task: 2
import threading
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.lock = threading.Lock()
        self.workspace = None

    def forward(self, x):
        with self.lock:
            if self.workspace is None or self.workspace.shape != x.shape:
                self.workspace = torch.empty_like(x)
            torch.clamp_min(x, 0.0, out=self.workspace)
            return self.workspace.clone()
