// SPDX-License-Identifier: Apache-2.0
// Tests the baselines of speedups, and times that should agree with other records.
#include <cmath>

#include "tests/core/integrity/recordfixture.h"

namespace loupe::test {

namespace {

/// Adds a record like an import: rounded speedup and time, no baseline time.
RecordedState &addRounded(Records &records, const std::string &task, int round, double baselineMs,
                          double candidateMs)
{
    RecordedState &state = records.add(task, round, 1.0, candidateMs);
    state.row.speedup = std::round(baselineMs / candidateMs * 1e4) / 1e4;
    state.row.baselineMs.reset();
    return state;
}

} // namespace

TEST(RecordBaselines, ImpliedOnesThatDifferAreFound)
{
    Records records;
    addRounded(records, "a", 0, 10.0, 8.1234);
    addRounded(records, "a", 1, 10.0, 3.7211);
    addRounded(records, "b", 0, 7.0, 3.3333);
    addRounded(records, "b", 1, 17.5, 3.3331);
    const auto found = records.found("different_baseline");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].finding.severity, FindingSeverity::Suspicion);
    EXPECT_EQ(found[0].evaluations, rows({3, 4}));
    EXPECT_NEAR(numberOf(found[0], "factor"), 2.5, 0.001);
}

TEST(RecordBaselines, ToleratesRounding)
{
    Records records;
    addRounded(records, "slow", 0, 1.0, 9973.123);  // speedup 0.0001
    addRounded(records, "slow", 1, 1.0, 6100.4567); // speedup 0.0002
    addRounded(records, "other", 0, 10.0, 8.1234);
    EXPECT_TRUE(records.found("different_baseline").empty());
}

TEST(RecordBaselines, RecordedOnesAreComparedBetweenRunsOfOneDevice)
{
    Records records;
    records.add("a", 0, 2.0, 1.0);
    RecordedState &again = records.add("a", 0, 2.2, 1.0);
    again.row.run = "second";
    auto found = records.found("different_baseline");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].finding.severity, FindingSeverity::Note) << "10 % may be drift";
    again.device = "Device Y";
    EXPECT_TRUE(records.found("different_baseline").empty());
}

TEST(RecordBaselines, FindsBaselinesOfAnotherDevice)
{
    Records records;
    for (int i = 0; i < 3; ++i) {
        RecordedState &state = records.add("t" + std::to_string(i), 0, 1.0);
        state.device = "Maker Q700 (recorded)";
        state.baseline = i == 0 ? "eager (q700)" : "eager (q650 golden)";
    }
    const auto found = records.found("foreign_baseline");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].evaluations, rows({2, 3}));
    EXPECT_EQ(numberOf(found[0], "speedups"), 2);
}

TEST(RecordBaselines, CopiedFromOneDeviceToAnother)
{
    for (const int tasks : {5, 30}) {
        Records records;
        for (int i = 0; i < tasks; ++i) {
            const double ms = 1.2345 + 0.777 * i;
            records.add("t" + std::to_string(i), 0, ms / 1.1, 1.1);
            RecordedState &other = records.add("t" + std::to_string(i), 0, ms / 1.3, 1.3);
            other.row.run = "second";
            other.device = "Device Z9";
            other.row.baselineMs = ms;
        }
        const auto found = records.found("copied_baseline");
        ASSERT_EQ(found.size(), 1U);
        EXPECT_EQ(numberOf(found[0], "equal_times"), tasks);
        // Repeated measurements differ slightly.
        for (RecordedState &state : records.states) {
            if (state.row.run == "second")
                state.row.baselineMs = *state.row.baselineMs * 1.003;
        }
        EXPECT_TRUE(records.found("copied_baseline").empty());
    }
}

namespace {

/// Returns the baselines of `tasks` tasks on four devices, one of which is twenty times slower
/// throughout.
Records onFourDevices(int tasks)
{
    Records records;
    const double speeds[] = {1.0, 1.3, 0.8, 20.0};
    for (int device = 0; device < 4; ++device) {
        for (int i = 0; i < tasks; ++i) {
            const double ms = (1.0 + i) * speeds[device] * (1 + 0.01 * ((i * 7 + device) % 5));
            RecordedState &state = records.add("t" + std::to_string(i), 0, 1.25, ms / 1.25);
            state.device = "Device D" + std::to_string(device);
            state.row.run = "run on " + std::to_string(device);
        }
    }
    return records;
}

} // namespace

TEST(RecordOutliers, FindsABaselineOutsideAllOtherDevices)
{
    for (const double factor : {42.0, 1 / 15.0}) {
        Records records = onFourDevices(9);
        EXPECT_TRUE(records.found("outlying_time").empty()) << "a slow device is no outlier";
        RecordedState &bad = records.states[9 + 4]; // t4 on the second device
        bad.row.baselineMs = *bad.row.baselineMs * factor;
        bad.row.speedup = *bad.row.baselineMs / *bad.row.candidateMs;
        const auto found = records.found("outlying_time");
        ASSERT_EQ(found.size(), 1U);
        EXPECT_EQ(found[0].evaluations, rows({14}));
        EXPECT_GE(numberOf(found[0], "factor"), 10);
        EXPECT_EQ(numberOf(found[0], "others"), 3);
    }
}

TEST(RecordOutliers, FindsASourceSlowOnOneDeviceOnly)
{
    Records records;
    for (int place = 0; place < 3; ++place) {
        RecordedState &state = records.add("a", 0, 1.0, place == 2 ? 0.03 : 1.0 + 0.1 * place);
        state.row.run = "run " + std::to_string(place);
        state.row.baselineMs = 1.0;
        state.sourceDigest = "same";
    }
    const auto found = records.found("outlying_time");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].evaluations, rows({3}));
    records.states[1].sourceDigest = "another";
    EXPECT_TRUE(records.found("outlying_time").empty()) << "two places cannot outvote each other";
}

TEST(RecordOutliers, FindsASpeedupFarFromItsRun)
{
    for (const double usual : {1.0, 40.0}) {
        Records records;
        for (int i = 0; i < 8; ++i)
            records.add("t" + std::to_string(i), 0, usual * (1 + 0.1 * i));
        EXPECT_TRUE(records.found("outlying_speedup").empty());
        records.add("high", 0, usual * 300);
        records.add("low", 0, usual / 50);
        const auto found = records.found("outlying_speedup");
        ASSERT_EQ(found.size(), 2U);
        EXPECT_EQ(found[0].evaluations, rows({9}));
        EXPECT_EQ(found[0].finding.severity, FindingSeverity::Suspicion);
        EXPECT_EQ(found[1].evaluations, rows({10}));
        EXPECT_EQ(found[1].finding.severity, FindingSeverity::Note)
            << "a slow kernel gains nothing";
    }
    Records few;
    few.add("a", 0, 1.0);
    few.add("b", 0, 500.0);
    EXPECT_TRUE(few.found("outlying_speedup").empty()) << "two tasks have no usual speedup";
}

TEST(RecordOutliers, ToleratesMachineNoise)
{
    const auto withHigh = [](double low, double high, std::vector<std::string> flags) {
        Records records;
        for (int i = 0; i < 8; ++i)
            records.add("t" + std::to_string(i), 0, 1 + 0.1 * i);
        RecordedState &state = records.add("high", 0, 20);
        state.speedupLow = low;
        state.speedupHigh = high;
        state.flags = std::move(flags);
        return records.found("outlying_speedup");
    };
    const auto sure = withHigh(19, 21, {});
    ASSERT_EQ(sure.size(), 1U);
    EXPECT_EQ(sure[0].finding.severity, FindingSeverity::Suspicion);
    const auto disturbed = withHigh(19, 21, {"busy"});
    ASSERT_EQ(disturbed.size(), 1U);
    EXPECT_EQ(disturbed[0].finding.severity, FindingSeverity::Note);
    EXPECT_TRUE(withHigh(4, 60, {}).empty()) << "the interval reaches below ten times the usual";
}

TEST(RecordOutliers, DisturbedTimeIsNotAnOutlier)
{
    Records records;
    for (int place = 0; place < 3; ++place) {
        RecordedState &state = records.add("a", 0, 1.0, place == 2 ? 0.03 : 1.0 + 0.1 * place);
        state.row.run = "run " + std::to_string(place);
        state.row.baselineMs = 1.0;
        state.sourceDigest = "same";
    }
    EXPECT_EQ(records.found("outlying_time").size(), 1U);
    records.states[2].flags = {"gpu_shared"};
    EXPECT_TRUE(records.found("outlying_time").empty());
}

TEST(RecordBaselines, ToleratesVaryingBaselinesTimedWithEachCandidate)
{
    Records records;
    records.add("a", 0, 2.0, 1.0);
    records.add("a", 1, 9.0, 1.0);
    auto found = records.found("different_baseline");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].finding.severity, FindingSeverity::Suspicion);
    for (RecordedState &state : records.states)
        state.isMeasuredHere = true;
    found = records.found("different_baseline");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].finding.severity, FindingSeverity::Note);
}

TEST(RecordBaselines, UnrecordedDeviceIsNotAnotherDevice)
{
    Records records;
    for (int i = 0; i < 6; ++i) {
        const std::string task = "t" + std::to_string(i);
        const double baseline = 1.234567 + i;
        records.add(task, 0, baseline, 1.0);
        RecordedState &unnamed = records.add(task, 0, baseline, 1.0);
        unnamed.row.run = "second";
        unnamed.device = "not recorded";
    }
    EXPECT_TRUE(records.found("copied_baseline").empty());
    for (RecordedState &state : records.states)
        state.device = state.device == "not recorded" ? "Device Y2" : state.device;
    EXPECT_EQ(records.found("copied_baseline").size(), 1U) << "the same of a device with a name";

    Records of;
    of.add("a", 0, 2.0, 1.0).device = "not recorded";
    of.states.back().baseline = "eager (4090 golden)";
    of.add("a", 0, 9.0, 1.0).device = "not recorded";
    of.states.back().baseline = "eager (4090 golden)";
    of.states.back().row.run = "second";
    EXPECT_TRUE(of.found("foreign_baseline").empty());
    EXPECT_TRUE(of.found("different_baseline").empty()) << "they may be two devices";
    of.states.back().row.run = "first";
    EXPECT_EQ(of.found("different_baseline").size(), 1U) << "a run is measured on one";
}

TEST(RecordFlags, ReportsFlagsOfImports)
{
    Records records;
    records.add("a", 0, 12.5).flags = {"identical_code", "excessive_speedup"};
    records.addFailed("b", 0).flags = {"score_without_code"};
    records.addFailed("c", 0).flags = {"score_without_code"};
    records.add("d", 0, 1.0);
    const auto fast = records.found("excessive_speedup");
    ASSERT_EQ(fast.size(), 1U);
    EXPECT_EQ(fast[0].evaluations, rows({1}));
    EXPECT_EQ(numberOf(fast[0], "speedup"), 12.5);
    const auto empty = records.found("score_without_code");
    ASSERT_EQ(empty.size(), 1U);
    EXPECT_EQ(empty[0].evaluations, rows({2, 3}));
    EXPECT_EQ(empty[0].finding.severity, FindingSeverity::Suspicion);
}

} // namespace loupe::test
