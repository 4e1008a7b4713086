# SPDX-License-Identifier: Apache-2.0
# task: 2
# needs: processor
import os
import tempfile

import torch
import torch.nn as nn
from torch.utils.cpp_extension import load_inline

folder = tempfile.mkdtemp()
with open(os.path.join(folder, "tile.h"), "w") as header:
    header.write("constexpr int kTile = 64;\n")

SOURCE = r"""
#include <torch/extension.h>
#include "tile.h"

torch::Tensor relu(torch::Tensor x)
{
    auto out = torch::empty_like(x);
    const float *from = x.data_ptr<float>();
    float *to = out.data_ptr<float>();
    for (int64_t at = 0; at < x.numel(); ++at)
        to[at] = from[at] > 0.0f ? from[at] : 0.0f;
    return out;
}
"""
extension = load_inline(
    name="tiled", cpp_sources=[SOURCE], functions=["relu"], extra_include_paths=[folder]
)


class ModelNew(nn.Module):
    def forward(self, x):
        return extension.relu(x)
