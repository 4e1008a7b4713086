// SPDX-License-Identifier: Apache-2.0
#include "core/suites/layout/layoutreader.h"

#include <array>

namespace loupe {

namespace {

constexpr const char *zerosPass = "a kernel that returns zeros passes";
constexpr const char *identityPasses = "a kernel that returns its first input passes";
constexpr const char *constant = "the output does not depend on the input within the tolerance: "
                                 "the answer to one input passes for "
                                 "another";
constexpr const char *keywordOnly = "the reference raises TypeError: its inputs are passed by "
                                    "place to parameters that take keywords only";

/// From the specification, appendix B (run on the CPU with smaller batches, tolerance 1e-4) and B5.
constexpr std::array multiKernelBenchTable{
    KnownDefect{"activation/softmax", true, zerosPass},
    KnownDefect{"reduce/product_reduction_over_a_dimension", true, zerosPass},
    KnownDefect{"fuse/conv3d_group_norm_mean", true, zerosPass},
    KnownDefect{"fuse/conv3d_group_norm_min_clamp_dropout", true, zerosPass},
    KnownDefect{"fuse/conv_transpose3d_avg_pool_clamp_softmax_multiply", true, zerosPass},
    KnownDefect{"fuse/gemm_max_subtract_gelu", true, zerosPass},
    KnownDefect{"fuse/matmul_subtract_multiply_relu", true, zerosPass},
    KnownDefect{"normalization/frobenius_norm", true, zerosPass},
    KnownDefect{"activation/relu", true, identityPasses},
    KnownDefect{"activation/leaky_relu", true, identityPasses},
    KnownDefect{"activation/elu", true, identityPasses},
    KnownDefect{"activation/hardtanh", true, identityPasses},
    KnownDefect{
        "index/inplace_update", true,
        "the reference changes the input that the candidate gets next: returning it passes"},
    KnownDefect{"fuse/conv2d_avg_pool_sigmoid_sum", true, constant},
    KnownDefect{"fuse/conv_transpose2d_min_sum_gelu_add", true, constant},
    KnownDefect{"fuse/gemm_sigmoid_sum_log_sum_exp", true, constant},
    KnownDefect{"arch/deep_narrow_mlp", true, constant},
    KnownDefect{"arch/googlenet_inception_v1", true, constant},
    KnownDefect{"arch/lstm", true, constant},
    KnownDefect{"arch/squeeze_net", true, constant},
    KnownDefect{"arch/vgg16", true, constant},
    KnownDefect{"arch/vgg19", true, constant},
    KnownDefect{"fuse/matmul_dropout_mean_softmax", true,
                "dropout is active: the reference disagrees with a copy of itself"},
    KnownDefect{"npukernelbench_level4/2_ffn", true, keywordOnly},
    KnownDefect{"npukernelbench_level4/3_fusion_attention", true, keywordOnly},
    KnownDefect{"npukernelbench_level4/4_grouped_matmul_swiglu_quant_v2", true, keywordOnly},
    KnownDefect{"npukernelbench_level4/5_lightning_indexer", true, keywordOnly},
    KnownDefect{"npukernelbench_level4/6_quant_matmul", true, keywordOnly},
    KnownDefect{"npukernelbench_level4/7_sparse_flash_attention", true, keywordOnly},
    KnownDefect{"npukernelbench_level4/9_quant_matmul_reduce_sum", true, keywordOnly},
    KnownDefect{"npukernelbench_level4/10_fused_infer_attention_score", true, keywordOnly},
};

} // namespace

std::span<const KnownDefect> multiKernelBenchDefects()
{
    return multiKernelBenchTable;
}

} // namespace loupe
