// SPDX-License-Identifier: Apache-2.0
//
// What KernelLoupe puts before every candidate in CUDA, with nvcc's -include. A launch that cannot
// be made (a wrong configuration, too much shared memory) leaves an error in the CUDA runtime that
// is linked into the candidate, where nobody else can read it: this function takes it from there
// after each call. A candidate need not use it, nor check its launches.
#pragma once

#include <cuda_runtime.h>

extern "C" __attribute__((visibility("default"))) int loupe_last_cuda_error()
{
    return static_cast<int>(cudaGetLastError());
}
