// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Marks the functions of a header that a CUDA kernel calls too; nothing to any other compiler.
#ifdef __CUDACC__
#define LOUPE_HOST_DEVICE __host__ __device__
#else
#define LOUPE_HOST_DEVICE
#endif
