// SPDX-License-Identifier: Apache-2.0
#include "core/suites/readers/kernelbenchcategories.h"

#include <map>

#include <gtest/gtest.h>

namespace loupe {

TEST(KernelBenchCategoriesTest, LevelOneByTheNameOfTheOperator)
{
    const std::map<std::string, std::string> expected{
        {"Square_matrix_multiplication_", "matmul"},
        {"Matrix_scalar_multiplication", "matmul"},
        {"Matmul_with_large_K_dimension_", "matmul"},
        {"ReLU", "activation"},
        {"LogSoftmax", "activation"},
        {"MinGPTNewGelu", "activation"},
        {"Softsign", "activation"},
        {"FrobeniusNorm_", "normalization"},
        {"Max_Pooling_1D", "pooling"},
        {"Max_reduction_over_a_dimension", "reduction"},
        {"Argmin_over_a_dimension", "reduction"},
        {"conv_transposed_1D_dilated", "conv_transposed"},
        {"conv_standard_1D", "conv_standard"},
        {"conv_pointwise_2D", "conv_depthwise"},
        {"masked_cumsum", "scan"},
        {"KLDivLoss", "loss"},
        {"ScaledDotProductAttention", "attention"},
        {"Something_new", "other"},
    };
    for (const auto &[name, category] : expected)
        EXPECT_EQ(kernelBenchKind(1, name).category, category) << name;
}

TEST(KernelBenchCategoriesTest, ConvolutionsCarryTags)
{
    EXPECT_EQ(
        kernelBenchKind(1,
                        "conv_transposed_2D_asymmetric_input_square_kernel___dilated____padded__")
            .tags,
        (std::vector<std::string>{"2d", "asymmetric_input", "square_kernel", "dilated", "padded"}));
    EXPECT_TRUE(kernelBenchKind(1, "3D_tensor_matrix_multiplication").tags.empty());
}

TEST(KernelBenchCategoriesTest, OtherLevels)
{
    const KernelBenchKind fused = kernelBenchKind(2, "ConvTranspose3d_Sum_LayerNorm_AvgPool_GELU");
    EXPECT_EQ(fused.category, "fused_convtranspose3d");
    EXPECT_EQ(fused.epilogue, (std::vector<std::string>{"sum", "layernorm", "avgpool", "gelu"}));
    EXPECT_EQ(kernelBenchKind(3, "SwinMLP").category, "transformer");
    EXPECT_EQ(kernelBenchKind(3, "ShallowWideMLP").category, "mlp");
    EXPECT_EQ(kernelBenchKind(3, "LTSMHn").category, "recurrent") << "an older spelling";
    EXPECT_EQ(kernelBenchKind(3, "UNetSoftmax").category, "unet");
    EXPECT_EQ(kernelBenchKind(3, "VGG16").category, "cnn");
    EXPECT_EQ(kernelBenchKind(4, "EleutherAI-gpt-neo-2p7B_bs32_seq256").category, "gpt-neo-2p7B");
    EXPECT_EQ(kernelBenchKind(4, "gpt2_bs1_seq1023").category, "gpt2");
}

/// The expected value comes from Python's re and hashlib with the suite's two expressions.
TEST(KernelBenchCategoriesTest, ContentHashMatchesTheSuite)
{
    const std::string source
        = "\"\"\"Doc # not a comment\"\"\"\nimport torch  # a comment\n\nclass Model:\n"
          "    '''Other\n    string'''\n    x = \"# in a string\"\n    y = 1\u00a0+ 2\n";
    EXPECT_EQ(kernelBenchContentHash(source), "e785dbace8ad7dc6c959f47ab9193454");
    EXPECT_EQ(kernelBenchContentHash(source + "# more\r\n\r\n"),
              "e785dbace8ad7dc6c959f47ab9193454");
    EXPECT_NE(kernelBenchContentHash(source + "z"), "e785dbace8ad7dc6c959f47ab9193454");
}

} // namespace loupe
