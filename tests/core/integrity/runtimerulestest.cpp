// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/runtimerules.h"

#include "core/integrity/ruleregistry.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace loupe {

namespace {

const char *const ofTorch = "void at::native::vectorized_elementwise_kernel<4, at::native::"
                            "launch_clamp_scalar>(int, float)";
const char *const ofCublas = "sm80_xmma_gemm_f32f32_f32f32_f32_nn_n_tilesize128x128x8";

KernelActivity kernel(const std::string &role, const std::string &name, double milliseconds)
{
    KernelActivity out;
    out.role = role;
    out.kind = "kernel";
    out.name = name;
    out.launchesPerCall = 1;
    out.deviceMsPerCall = milliseconds;
    return out;
}

std::vector<std::string> rulesFor(std::vector<KernelActivity> kernels,
                                  std::vector<std::string> flags = {},
                                  LibraryPolicy policy = LibraryPolicy::Mixed)
{
    CandidateEvidence evidence{policy, "ModelNew", {}, {}};
    evidence.kernels = std::move(kernels);
    evidence.flags = std::move(flags);
    std::vector<std::string> out;
    for (const Finding &one : findingsOf(evidence))
        out.push_back(one.rule + " " + std::string(severityName(one.severity)));
    return out;
}

using Found = std::vector<std::string>;

} // namespace

TEST(RuntimeRulesTest, RecognisesLibraryKernels)
{
    EXPECT_TRUE(isLibraryKernel(ofTorch));
    EXPECT_TRUE(isLibraryKernel(ofCublas));
    EXPECT_FALSE(isLibraryKernel("relu_kernel(float const*, float*, int)"));
    EXPECT_FALSE(isLibraryKernel("triton_poi_fused_relu_0"));
}

TEST(RuntimeRulesTest, MinOwnShareIsFivePercent)
{
    EXPECT_EQ(rulesFor({kernel("candidate", ofTorch, 0.96), kernel("candidate", "own", 0.04)}),
              Found{"own_share suspicion"});
    EXPECT_EQ(rulesFor({kernel("candidate", ofTorch, 0.95), kernel("candidate", "own", 0.05)}),
              Found{});
    EXPECT_EQ(rulesFor({kernel("candidate", "own", 1)}), Found{});
    EXPECT_EQ(rulesFor({}), Found{}) << "nothing was recorded";
}

TEST(RuntimeRulesTest, KernelsOfTheReferenceAreNotOwn)
{
    const Found both{"own_share suspicion", "same_kernels suspicion"};
    EXPECT_EQ(rulesFor({kernel("candidate", ofTorch, 1), kernel("baseline", ofTorch, 1)}), both);
    EXPECT_EQ(rulesFor({kernel("candidate", ofTorch, 1), kernel("baseline", ofCublas, 1)}),
              Found{"own_share suspicion"});
    EXPECT_EQ(rulesFor({kernel("candidate", "own", 1), kernel("baseline", "own", 1)}), Found{})
        << "a name of one's own may be the baseline's too";
    EXPECT_EQ(rulesFor({kernel("candidate", ofTorch, 1)}, {}, LibraryPolicy::Any),
              Found{"own_share note"});
}

TEST(RuntimeRulesTest, MeasurementFlagsAreFindings)
{
    EXPECT_EQ(rulesFor({}, {"clocks_disagree", "throttled"}), Found{"clocks_disagree suspicion"});
    EXPECT_EQ(rulesFor({}, {"not_bitwise_repeatable"}), Found{"not_bitwise_repeatable note"});
    EXPECT_EQ(rulesFor({}, {"as_timed"}), Found{"as_timed note"});
    EXPECT_EQ(rulesFor({}, {"undecided_elements"}), Found{"undecided_elements note"});
    EXPECT_EQ(rulesFor({}, {"right_on_one_shape"}), Found{"right_on_one_shape note"});
    EXPECT_EQ(rulesFor({}, {"test_inputs_only"}), Found{"test_inputs_only suspicion"});
}

} // namespace loupe
