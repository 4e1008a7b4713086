# SPDX-License-Identifier: Apache-2.0
# task: 2
# needs: processor
import torch
import torch.nn as nn
from torch.utils.cpp_extension import load_inline


SOURCE = r"""
#include <torch/extension.h>

torch::Tensor relu(torch::Tensor x)
{
    x = x.contiguous();
    auto out = torch::empty_like(x);
    const float *from = x.data_ptr<float>();
    float *to = out.data_ptr<float>();
    for (int64_t at = 0; at < x.numel(); ++at)
        to[at] = from[at] > 0.0f ? from[at] : 0.0f;
    return out;
}
"""
extension = load_inline(name="relu", cpp_sources=[SOURCE], functions=["relu"])


class ModelNew(nn.Module):
    def forward(self, x):
        return extension.relu(x)
