// SPDX-License-Identifier: Apache-2.0
// The current stream and checks of CUDA's errors, in place of <ATen/cuda/CUDAContext.h>.
#pragma once
#pragma GCC system_header

#include <cuda_runtime_api.h>

#include "small.h"

namespace kloupe_small::cuda {

class CUDAStream
{
public:
    explicit CUDAStream(cudaStream_t stream) : m_stream(stream) { }
    cudaStream_t stream() const { return m_stream; }
    operator cudaStream_t() const { return m_stream; }

private:
    cudaStream_t m_stream;
};

inline CUDAStream getCurrentCUDAStream(std::int8_t device = -1)
{
    return CUDAStream(static_cast<cudaStream_t>(kloupe_small_current_stream(device)));
}

} // namespace kloupe_small::cuda

#define C10_CUDA_CHECK(expression)                                                                 \
    do {                                                                                           \
        const cudaError_t kloupe_small_error = expression;                                         \
        kloupe_small_check_cuda(static_cast<int>(kloupe_small_error), __FILE__, __func__,          \
                                static_cast<std::uint32_t>(__LINE__));                             \
    } while (0)
#define AT_CUDA_CHECK(expression) C10_CUDA_CHECK(expression)
#define C10_CUDA_KERNEL_LAUNCH_CHECK() C10_CUDA_CHECK(cudaGetLastError())
