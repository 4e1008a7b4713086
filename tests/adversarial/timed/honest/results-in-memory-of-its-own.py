# SPDX-License-Identifier: Apache-2.0
# needs: processor
import mmap

import torch
import torch.nn as nn


class ModelNew(nn.Module):
    """A new mapping with large pages for each result."""

    def forward(self, x):
        memory = mmap.mmap(-1, x.numel() * 4)
        if hasattr(mmap, "MADV_HUGEPAGE"):
            memory.madvise(mmap.MADV_HUGEPAGE)
        out = torch.frombuffer(memory, dtype=torch.float32).view(x.shape)
        torch.sin(x, out=out)
        out.erf_().tanh_()
        return torch.softmax(out, dim=1, out=out)
