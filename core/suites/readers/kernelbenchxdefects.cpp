// SPDX-License-Identifier: Apache-2.0
#include "core/suites/layout/layoutreader.h"

#include <array>

namespace loupe {

namespace {

constexpr const char *absoluteError
    = "the bound on the absolute error (rmse) cannot be met by the prescribed quantization";
constexpr const char *entryCheck = "the suite demands a function of the file's name, but the "
                                   "documented function has another: its own "
                                   "reference fails the check";
constexpr const char *randomStream = "the result is random and compared element by element: only "
                                     "the same draws from torch's stream pass";
constexpr const char *exactComplex
    = "complex results are compared with tolerance 0: only bit-exact results pass";

/// From the specification, section 7 (KernelBench-X fd41922).
constexpr std::array kernelBenchXTable{
    KnownDefect{"Quantization/matmul_w8a8", true, absoluteError},
    KnownDefect{"Quantization/linear_w4a16", true, absoluteError},
    KnownDefect{"Quantization/bmm_w8a8", true, absoluteError},
    KnownDefect{"Quantization/conv2d_w8a8", true, absoluteError},
    KnownDefect{"Quantization/layernorm_w8a8", true, absoluteError},
    KnownDefect{"Optimizer/AdamW", true, entryCheck},
    KnownDefect{"Optimizer/Lion", true, entryCheck},
    KnownDefect{"Optimizer/RMSProp", true, entryCheck},
    KnownDefect{"Optimizer/SGD", true, entryCheck},
    KnownDefect{"Random/rand", true, randomStream},
    KnownDefect{"Fusion/fused_bmm_dropout_gelu", true, randomStream},
    KnownDefect{"Fusion/fused_bmm_rmsnorm_gelu_dropout", true, randomStream},
    KnownDefect{"Fusion/fused_bmm_rmsnorm_gelu_dropout_sub", true, randomStream},
    KnownDefect{"Fusion/fused_dropout_relu_batch_norm_conv2d", true, randomStream},
    KnownDefect{"Fusion/fused_dropout_sigmoid_linear", true, randomStream},
    KnownDefect{"Fusion/fused_hardshrink_dropout", true, randomStream},
    KnownDefect{"Fusion/fused_mul_add_logsoftmax_dropout_bmm", true, randomStream},
    KnownDefect{"Fusion/fused_mv_logsoftmax_dropout", true, randomStream},
    KnownDefect{"Fusion/fused_transformer_block", true, randomStream},
    KnownDefect{"Fusion/fused_fractional_max_pool2d_with_relu", true, randomStream},
    KnownDefect{"LinearAlgebra/eig", true, exactComplex},
    KnownDefect{"Math/fftn", true, exactComplex},
};

} // namespace

std::span<const KnownDefect> kernelBenchXDefects()
{
    return kernelBenchXTable;
}

} // namespace loupe
