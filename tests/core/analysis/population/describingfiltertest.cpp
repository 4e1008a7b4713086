// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/describingfilter.h"

#include <gtest/gtest.h>

namespace loupe {
namespace {

MetricRow cellOf(std::int64_t id, const char *method, Verdict verdict,
                 std::optional<double> speedup = std::nullopt)
{
    MetricRow out;
    out.id = {id};
    out.suite = "suite";
    out.run = "run";
    out.task = "task " + std::to_string(id % 10);
    out.method = method;
    out.category = id % 2 == 0 ? "Math" : "Fusion";
    out.verdict = verdict;
    out.speedup = speedup;
    return out;
}

/// Returns two methods over six tasks each.
Population twoMethods()
{
    return populationOf(
        {cellOf(11, "x", Verdict::Correct, 1.234), cellOf(12, "x", Verdict::Correct, 2.5),
         cellOf(13, "x", Verdict::Correct, 2.71), cellOf(14, "x", Verdict::WrongValue),
         cellOf(15, "x", Verdict::WrongValue), cellOf(16, "x", Verdict::CompileError),
         cellOf(21, "y", Verdict::Correct, 2.6), cellOf(22, "y", Verdict::WrongValue),
         cellOf(23, "y", Verdict::WrongValue), cellOf(24, "y", Verdict::WrongValue),
         cellOf(25, "y", Verdict::WrongValue), cellOf(26, "y", Verdict::WrongValue)},
        {});
}

std::string describe(const std::vector<RowId> &ids, const Filter &present = {})
{
    const auto found = describingFilter(present, twoMethods(), ids);
    return found ? text(*found) : "none";
}

TEST(DescribingFilter, NamesCommonValues)
{
    EXPECT_EQ(describe({{14}, {15}}), "method:x status:wrong");
    EXPECT_EQ(describe({{11}, {12}, {13}, {21}}), "status:correct");
    EXPECT_EQ(describe({{14}}), "method:x status:wrong category:Math");
}

TEST(DescribingFilter, RoundsSpeedupsThatSelectTheSameRows)
{
    EXPECT_EQ(describe({{12}, {13}}), "method:x speedup>=2.5");
    EXPECT_EQ(describe({{12}, {21}}), "speedup>=2.5 speedup<=2.6");
    EXPECT_EQ(describe({{11}}), "speedup<=1.3");
}

TEST(DescribingFilter, KeepsTheOtherTerms)
{
    const auto present = parseFilter("method:x,y -category:Other");
    ASSERT_TRUE(present);
    EXPECT_EQ(describe({{14}, {15}}, *present), "-category:Other method:x status:wrong");
}

TEST(DescribingFilter, HasNoTextForArbitrarySets)
{
    EXPECT_EQ(describe({{11}, {24}}), "none");
    EXPECT_EQ(describe({{99}}), "none") << "no cell of the population";
    EXPECT_EQ(describe({}), "none");
}

} // namespace
} // namespace loupe
