// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Marks header functions that CUDA kernels also call; empty for any other compiler.
#ifdef __CUDACC__
#define LOUPE_HOST_DEVICE __host__ __device__
#else
#define LOUPE_HOST_DEVICE
#endif
