// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/timesbycase.h"

#include <limits>

#include <gtest/gtest.h>

namespace loupe {

namespace {

TimingSeries series(const std::string &role, const std::string &caseName,
                    std::vector<double> samples, const std::string &clock = "engine_blocks")
{
    TimingSeries out;
    out.role = role;
    out.clock = clock;
    out.caseName = caseName;
    out.callsPerSample.assign(samples.size(), 1);
    out.samplesMs = std::move(samples);
    return out;
}

} // namespace

TEST(TimesByCase, AreMediansOfBothSides)
{
    const std::vector<TimingSeries> timings{
        series("baseline", "own shape", {4, 2, 9}), series("candidate", "own shape", {1, 2, 8}),
        series("baseline", "dim=16", {1}), series("candidate", "dim=16", {4})};
    const std::vector<TimeOfCase> got = timesByCase(timings);
    ASSERT_EQ(got.size(), 2U);
    EXPECT_EQ(got[0].caseName, "own shape");
    EXPECT_DOUBLE_EQ(got[0].baselineMs, 4);
    EXPECT_DOUBLE_EQ(got[0].candidateMs, 2);
    EXPECT_DOUBLE_EQ(got[0].speedup, 2);
    EXPECT_EQ(got[1].caseName, "dim=16");
    EXPECT_DOUBLE_EQ(got[1].speedup, 0.25);
}

TEST(TimesByCase, OmitsCasesWithOneSideOrAnotherClock)
{
    const std::vector<TimingSeries> timings{
        series("baseline", "a", {4}), series("candidate", "b", {1}),
        series("baseline", "c", {4}), series("candidate", "c", {1}, "cupti"),
        series("baseline", "d", {0}), series("candidate", "d", {1})};
    EXPECT_TRUE(timesByCase(timings).empty());
    EXPECT_TRUE(timesByCase({}).empty());
}

TEST(TimesByCase, TheSlowestIsOneOfSeveral)
{
    const std::vector<TimeOfCase> cases{{"own shape", 1, 2, 2}, {"dim=16", 4, 2, 0.5}};
    const auto slowest = slowestCase(cases);
    ASSERT_TRUE(slowest);
    EXPECT_EQ(slowest->caseName, "dim=16");
    EXPECT_DOUBLE_EQ(slowest->speedup, 0.5);
    EXPECT_FALSE(slowestCase(std::span(cases).first(1)));
}

TEST(TimesByCase, SeveralProcessesCountEqually)
{
    TimingSeries two = series("candidate", "a", {1, 1, 1, 4});
    two.samplesByProcess = {3, 1};
    EXPECT_DOUBLE_EQ(timeOfCall(two).value_or(0), 2) << "the geometric mean of 1 and 4";
    two.samplesByProcess = {3, 2};
    EXPECT_FALSE(timeOfCall(two)) << "they do not add up";
}

TEST(TimesByCase, InvalidTimesGiveNone)
{
    EXPECT_FALSE(timeOfCall(series("candidate", "a", {})));
    EXPECT_FALSE(timeOfCall(series("candidate", "a", {1, -1})));
    EXPECT_FALSE(timeOfCall(series("candidate", "a", {std::numeric_limits<double>::quiet_NaN()})));
}

} // namespace loupe
