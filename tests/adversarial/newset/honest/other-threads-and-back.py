# SPDX-License-Identifier: Apache-2.0
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, x):
        threads = torch.get_num_threads()
        torch.set_num_threads(1)
        try:
            out = torch.empty_like(x)
            for begin in range(0, x.shape[0], 64):
                part = x[begin : begin + 64]
                torch.softmax(
                    torch.tanh(torch.erf(torch.sin(part))), dim=1, out=out[begin : begin + 64]
                )
            return out
        finally:
            torch.set_num_threads(threads)
