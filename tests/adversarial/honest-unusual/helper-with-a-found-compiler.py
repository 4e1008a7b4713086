# SPDX-License-Identifier: Apache-2.0
# task: 2
# needs: processor
import ctypes
import os
import shutil
import subprocess
import tempfile

import torch
import torch.nn as nn


SOURCE = r"""
#include <cstdint>

extern "C" void rectify(const float *x, float *y, int64_t count)
{
    for (int64_t i = 0; i < count; ++i)
        y[i] = x[i] > 0.0f ? x[i] : 0.0f;
}
"""


def built():
    folder = tempfile.mkdtemp()
    source = os.path.join(folder, "rectify.cpp")
    library = os.path.join(folder, "rectify.so")
    with open(source, "w") as file:
        file.write(SOURCE)
    subprocess.run([shutil.which("g++") or "c++", "-O2", "-shared", "-fPIC", source, "-o", library], check=True)
    return library


own = ctypes.CDLL(built())


class ModelNew(nn.Module):
    def forward(self, x):
        x = x.contiguous()
        out = torch.empty_like(x)
        own.rectify(
            ctypes.c_void_p(x.data_ptr()), ctypes.c_void_p(out.data_ptr()), ctypes.c_int64(x.numel())
        )
        return out
