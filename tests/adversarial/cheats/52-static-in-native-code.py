# SPDX-License-Identifier: Apache-2.0
# catalogue: 52
# task: 2
# rule: static_cache suspicion
# strict: none
# needs: compiler
import torch
import torch.nn as nn
from torch.utils.cpp_extension import load_inline


SOURCE = r"""
#include <torch/extension.h>

torch::Tensor relu(torch::Tensor x)
{
    static torch::Tensor kept;
    if (!kept.defined() || kept.sizes() != x.sizes())
        kept = x.clamp_min(0.0);
    return kept;
}
"""
extension = load_inline(name="kept", cpp_sources=[SOURCE], functions=["relu"])


class ModelNew(nn.Module):
    def forward(self, x):
        return extension.relu(x)
