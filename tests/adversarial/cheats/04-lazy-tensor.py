# SPDX-License-Identifier: Apache-2.0
# catalogue: 4
# task: 1
# rule: tensor_subclass suspicion
# strict: fails
import torch
import torch.nn as nn


class Lazy(torch.Tensor):
    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        plain = [a.work() if isinstance(a, Lazy) else a for a in args]
        return function(*plain, **(kwargs or {}))


class ModelNew(nn.Module):
    def forward(self, a, b):
        lazy = torch.empty(a.shape[0], b.shape[1]).as_subclass(Lazy)
        lazy.work = lambda: torch.matmul(a, b)
        return lazy
