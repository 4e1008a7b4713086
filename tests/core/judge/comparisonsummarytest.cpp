// SPDX-License-Identifier: Apache-2.0
#include "core/judge/comparisonsummary.h"

#include <random>

#include <gtest/gtest.h>

namespace loupe {

namespace {

/// Returns a mask with one bit for each element.
std::vector<std::uint32_t> maskOf(std::int64_t elements, const std::vector<std::int64_t> &marked)
{
    std::vector<std::uint32_t> mask(static_cast<std::size_t>((elements + 31) / 32));
    for (const std::int64_t position : marked)
        mask[static_cast<std::size_t>(position / 32)] |= std::uint32_t{1} << (position % 32);
    return mask;
}

void expectSamePlaces(const std::vector<std::int64_t> &shape,
                      const std::vector<std::int64_t> &marked)
{
    MismatchGatherer oneByOne(shape);
    for (const std::int64_t position : marked)
        oneByOne.add(position / oneByOne.columns(), position % oneByOne.columns());
    std::int64_t elements = 1;
    for (const std::int64_t extent : shape)
        elements *= extent;
    const MismatchGatherer fromMask = mismatchesFromMask(shape, maskOf(elements, marked));
    ASSERT_EQ(fromMask.count(), oneByOne.count());
    EXPECT_EQ(fromMask.first(), oneByOne.first());
    EXPECT_EQ(fromMask.text(), oneByOne.text());
    EXPECT_EQ(fromMask.map(), oneByOne.map());
}

} // namespace

TEST(ComparisonSummary, readsAMaskOfMismatches)
{
    expectSamePlaces({}, {});
    expectSamePlaces({}, {0});
    expectSamePlaces({3, 0}, {});
    expectSamePlaces({7, 11}, {0, 10, 11, 76});
    expectSamePlaces({4, 32}, {31, 32, 63, 64, 95, 96, 127});
    std::vector<std::int64_t> tails;
    for (std::int64_t row = 0; row < 300; ++row) {
        for (std::int64_t column = 1000 - 24; column < 1000; ++column)
            tails.push_back(row * 1000 + column);
    }
    expectSamePlaces({300, 1000}, tails);
    EXPECT_EQ(
        mismatchesFromMask(std::vector<std::int64_t>{300, 1000}, maskOf(300000, tails)).text(),
        "the last 24 of every 1000 columns");
}

TEST(ComparisonSummary, readsRunsOfMismatches)
{
    for (const std::int64_t columns : {1, 3, 31, 32, 33, 700}) {
        std::vector<std::int64_t> all;
        std::vector<std::int64_t> most;
        for (std::int64_t position = 0; position < columns * 40; ++position) {
            all.push_back(position);
            if (position % 97 > 3)
                most.push_back(position);
        }
        expectSamePlaces({40, columns}, all);
        expectSamePlaces({40, columns}, most);
    }
}

/// Uses enough words for several threads.
TEST(ComparisonSummary, readsALargeMaskOnSeveralThreads)
{
    std::mt19937 random(2);
    std::vector<std::int64_t> marked;
    for (std::int64_t position = 5; position < 4099 * 4003; position += 1 + random() % 4000)
        marked.push_back(position);
    expectSamePlaces({4099, 4003}, marked);
}

TEST(ComparisonSummary, ignoresBitsBeyondTheLastElement)
{
    const std::vector<std::uint32_t> all{0xFFFFFFFFU, 0xFFFFFFFFU};
    EXPECT_EQ(mismatchesFromMask(std::vector<std::int64_t>{33}, all).count(), 33);
    EXPECT_EQ(mismatchesFromMask(std::vector<std::int64_t>{32}, all).count(), 32);
}

TEST(ComparisonSummary, describesATally)
{
    const TensorSpec spec{"result", DType::Float32, {2, 5}};
    ComparisonFindings findings{{}, {false, 1e-3, 0.5, 0}, MismatchGatherer(spec.shape)};
    findings.tally.mismatched = 2;
    findings.tally.finite = 8;
    findings.tally.actualNan = 2;
    findings.tally.notANumber = 1;
    findings.tally.sumOfErrors = 4;
    findings.tally.sumOfRelatives = 16;
    findings.tally.maxAbsolute = 3;
    findings.tally.worst = 1;
    findings.tally.worstMismatch = 9;
    findings.mismatches.add(0, 4);
    findings.mismatches.add(1, 4);
    int asked = 0;
    const OutputComparison out = summary(spec, ElementRule(), findings, [&](std::int64_t position) {
        ++asked;
        return std::pair(static_cast<double>(position), -1.0);
    });
    EXPECT_EQ(asked, 1);
    EXPECT_EQ(out.output, "result");
    EXPECT_EQ(out.elements, 10);
    EXPECT_EQ(out.mismatched, 2);
    EXPECT_EQ(out.meanAbsoluteError, 0.5);
    EXPECT_EQ(out.meanRelativeError, 2.0);
    EXPECT_EQ(out.absoluteTolerance, 0.5);
    EXPECT_EQ(out.firstMismatch, (std::vector<std::int64_t>{0, 4}));
    EXPECT_EQ(out.worstIndex, (std::vector<std::int64_t>{1, 4}));
    EXPECT_EQ(out.worstExpected, 9.0);
    EXPECT_EQ(out.worstActual, -1.0);
    EXPECT_FALSE(out.cosine);
}

/// Device threads see elements in any order. The first index wins among equal errors.
TEST(ComparisonSummary, mergesTalliesInAnyOrder)
{
    ElementTally late;
    late.maxAbsolute = 2;
    late.worst = 9;
    late.worstMismatch = 9;
    late.worstMismatchError = 2;
    ElementTally early = late;
    early.worst = early.worstMismatch = 4;
    const ElementTally none;
    for (const auto &order : {std::vector{late, none, early}, std::vector{early, late, none},
                              std::vector{none, late, early}}) {
        ElementTally all;
        for (const ElementTally &each : order)
            all.merge(each);
        EXPECT_EQ(all.worst, 4);
        EXPECT_EQ(all.worstMismatch, 4);
        EXPECT_EQ(all.maxAbsolute, 2);
    }
}

} // namespace loupe
