// SPDX-License-Identifier: Apache-2.0
//
// The native interface of KernelLoupe, version 1. A candidate and a reference are each one source
// file that defines `loupe_kernel`. Tensors are DLPack tensors: dense, row-major, byte_offset 0,
// strides NULL. Inputs are read-only (writing to one ends the process). Outputs are allocated by
// the caller, are full of garbage, and must be written completely.
//
// A candidate in CUDA (.cu) gets tensors of device type kDLCUDA and a stream to work on. Work on
// other streams must be finished, or waited for by `stream`, when everything on `stream` is.
#pragma once

#include <dlpack/dlpack.h>
#include <stdint.h>

#define LOUPE_ABI_VERSION 1

typedef struct LoupeCall {
    int32_t abi_version; // LOUPE_ABI_VERSION of the caller
    int32_t n_inputs;
    const DLTensor *inputs; // in the order of task.json
    int32_t n_outputs;
    DLTensor *outputs; // in the order of task.json
    int32_t n_attributes;
    const double *attributes; // scalars, in the order of task.json; whole numbers are exact
    void *stream;             // cudaStream_t on a GPU, NULL on the CPU
} LoupeCall;

#ifdef __cplusplus
extern "C" {
#endif

// Returns 0 when every output has been written (or, on a GPU, every launch was queued on `stream`).
// Anything else means "I cannot do this" and is recorded as the candidate's own error.
__attribute__((visibility("default"))) int32_t loupe_kernel(const LoupeCall *call);

#ifdef __cplusplus
} // extern "C"

// Small conveniences for C++; a candidate may ignore them.
namespace loupe_abi {

template <typename T>
const T *input(const LoupeCall *call, int i)
{
    return static_cast<const T *>(call->inputs[i].data);
}
template <typename T>
T *output(const LoupeCall *call, int i)
{
    return static_cast<T *>(call->outputs[i].data);
}
inline int64_t dim(const DLTensor &tensor, int axis)
{
    return tensor.shape[axis];
}
inline int64_t numel(const DLTensor &tensor)
{
    int64_t count = 1;
    for (int axis = 0; axis < tensor.ndim; ++axis)
        count *= tensor.shape[axis];
    return count;
}

} // namespace loupe_abi
#endif
