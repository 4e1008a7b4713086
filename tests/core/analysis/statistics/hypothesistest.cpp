// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/statistics/hypothesistests.h"

#include <gtest/gtest.h>

namespace loupe::test {

// By hand: 1 of 9 is 2 * (1 + 9) / 512; all of 5 is 2 / 32.
TEST(HypothesisTests, SignTestByHand)
{
    EXPECT_NEAR(signTest(8, 1), 20.0 / 512, 1e-12);
    EXPECT_NEAR(signTest(0, 5), 2.0 / 32, 1e-12);
    EXPECT_DOUBLE_EQ(signTest(3, 3), 1.0);
    EXPECT_DOUBLE_EQ(signTest(0, 0), 1.0);
}

// By hand: of the eight sign patterns of 1, 2, 3 only +++ and --- reach a mean of 2 either way.
TEST(HypothesisTests, PairedPermutationsByHand)
{
    const std::vector<double> differences{1, 2, 3};
    const PermutationTest test = pairedPermutationTest(differences);
    EXPECT_TRUE(test.isExact);
    EXPECT_EQ(test.permutations, 8);
    EXPECT_DOUBLE_EQ(test.statistic, 2);
    EXPECT_DOUBLE_EQ(test.p, 0.25);
    EXPECT_DOUBLE_EQ(pairedPermutationTest({}).p, 1.0);
}

// Fifteen equal differences: the probability of equal signs is 2^-14. 10 000 random patterns hardly
// ever contain that, so p is its minimum or slightly more.
TEST(HypothesisTests, RandomPermutationsNeverGiveZero)
{
    const std::vector<double> differences(15, 1.0);
    const PermutationTest test = pairedPermutationTest(differences);
    EXPECT_FALSE(test.isExact);
    EXPECT_GE(test.p, 1.0 / 10001);
    EXPECT_LE(test.p, 10.0 / 10001);
    PermutationOptions one;
    one.threads = 1;
    EXPECT_EQ(pairedPermutationTest(differences, one).p, test.p);
}

// By hand: {5, 6} against {1, 2, 3}. Of the ten splits only the observed one has a mean difference
// of 3.5 or more, and {1, 2} against {3, 5, 6} is -3.17.
TEST(HypothesisTests, TwoSamplePermutationsByHand)
{
    const std::vector<double> high{5, 6};
    const std::vector<double> low{1, 2, 3};
    const TwoSampleTest test = twoSamplePermutationTest(high, low);
    EXPECT_TRUE(test.isExact);
    EXPECT_EQ(test.permutations, 10);
    EXPECT_DOUBLE_EQ(test.statistic, 3.5);
    EXPECT_DOUBLE_EQ(test.p, 0.1);
    EXPECT_DOUBLE_EQ(test.pLess, 1.0);
    EXPECT_DOUBLE_EQ(twoSamplePermutationTest(low, high).pLess, 0.1);
}

TEST(HypothesisTests, RandomSplitsAgreeWithAllOfThem)
{
    const std::vector<double> a{1.2, 0.4, 2.2, 0.9, 1.7, 0.3};
    const std::vector<double> b{0.8, 0.2, 1.1, 0.1, 0.6, 0.5, 0.7};
    PermutationOptions few;
    few.permutations = 1000; // there are 1716 permutations
    PermutationOptions all;
    all.permutations = 2000;
    const TwoSampleTest random = twoSamplePermutationTest(a, b, few);
    const TwoSampleTest exact = twoSamplePermutationTest(a, b, all);
    EXPECT_TRUE(exact.isExact);
    EXPECT_FALSE(random.isExact);
    EXPECT_NEAR(random.p, exact.p, 0.04);
    EXPECT_NEAR(random.pLess, exact.pLess, 0.04);
}

// R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") is 0.03 0.06 0.06 0.02 and "BH" is 0.02 0.04 0.04
// 0.02.
TEST(HypothesisTests, CorrectionsAsInR)
{
    const std::vector<double> p{0.01, 0.04, 0.03, 0.005};
    const std::vector<double> byHolm = holm(p);
    const std::vector<double> byRate = benjaminiHochberg(p);
    const std::vector<double> holmExpected{0.03, 0.06, 0.06, 0.02};
    const std::vector<double> rateExpected{0.02, 0.04, 0.04, 0.02};
    for (std::size_t i = 0; i < p.size(); ++i) {
        EXPECT_NEAR(byHolm[i], holmExpected[i], 1e-12);
        EXPECT_NEAR(byRate[i], rateExpected[i], 1e-12);
    }
    EXPECT_DOUBLE_EQ(holm(std::vector<double>{0.9, 0.8})[0], 1.0);
}

} // namespace loupe::test
