// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/casereferences.h"

#include "core/analysis/metrics/suitespeedup.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

StoredGoldenRecord golden(const char *caseName, double ms, const char *device = "RTX 5090")
{
    StoredGoldenRecord out;
    out.suite = "kernelbench-x";
    out.device = device;
    out.record.task = "Math/exp";
    out.record.baseline = "eager";
    out.record.caseName = caseName;
    out.record.milliseconds = ms;
    return out;
}

MetricRow resultOn(const char *device)
{
    MetricRow row;
    row.suite = "kernelbench-x";
    row.task = "Math/exp";
    row.device = device;
    return row;
}

std::vector<TimingSeries> candidateTimes()
{
    return {{"candidate", "do_bench median", "[1]", {1.0}, {1}, 0},
            {"candidate", "do_bench median", "[2]", {2.0}, {1}, 0}};
}

} // namespace

// KernelBench-X divides sums: (3 + 3 + 6) / (1 + 2) = 4. By the suite's rule the third input counts
// for the baseline although the candidate was not timed on it.
TEST(CaseReferencesOf, TheSuitesRatioComesFromStoredTimes)
{
    const CaseReferences references(
        std::vector{golden("[1]", 3), golden("[2]", 3), golden("[3]", 6), golden("[1]", 9, "L20")});
    std::vector<TimingSeries> timings = candidateTimes();
    EXPECT_EQ(references.complete(resultOn("RTX 5090"), timings), "");
    const SuiteSpeedup found = suiteSpeedup(SpeedupRule::KernelBenchX, chooseTimes(timings).cases);
    ASSERT_TRUE(found.speedup);
    EXPECT_DOUBLE_EQ(*found.speedup, 4.0);
}

TEST(CaseReferencesOf, ReportsMissingReferenceTimes)
{
    const CaseReferences references(
        std::vector{golden("[1]", 3), golden("[1]", 4, "L20"), golden("[1]", 5, "L20")});
    std::vector<TimingSeries> timings = candidateTimes();
    EXPECT_EQ(references.complete(resultOn("A100"), timings),
              "raw times of the candidate alone, and no reference times on A100");
    EXPECT_EQ(references.complete(resultOn("L20"), timings), "reference times on L20 disagree");
    EXPECT_EQ(timings.size(), 2U);
    std::vector<TimingSeries> none;
    EXPECT_EQ(references.complete(resultOn("RTX 5090"), none), "no raw times");
    timings.push_back({"baseline", "do_bench median", "[1]", {7.0}, {1}, 0});
    EXPECT_EQ(references.complete(resultOn("RTX 5090"), timings), "");
    EXPECT_EQ(timings.size(), 3U) << "a record that has both sides is left as it is";
}

TEST(GoldenTimes, GroupsBySuiteDeviceAndBaseline)
{
    std::vector<StoredGoldenRecord> records;
    const auto add = [&](const char *device, const char *baseline, double ms) {
        StoredGoldenRecord record;
        record.suite = "kernelbench";
        record.device = device;
        record.record.baseline = baseline;
        record.record.milliseconds = ms;
        records.push_back(record);
    };
    add("L40", "eager", 8);
    add("L40", "eager", 1);
    add("L40", "eager", 2);
    add("L40", "eager", 4);
    add("L40", "compiled", 5);
    add("H100", "eager", 3);
    const std::vector<GoldenTimes> found = goldenTimes(records);
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[0].device, "H100");
    EXPECT_EQ(found[1].baseline, "compiled");
    EXPECT_EQ(found[2].device, "L40");
    EXPECT_EQ(found[2].baseline, "eager");
    EXPECT_EQ(found[2].records, 4);
    EXPECT_EQ(found[2].minMs, 1);
    EXPECT_EQ(found[2].medianMs, 3);
    EXPECT_EQ(found[2].maxMs, 8);
    EXPECT_TRUE(goldenTimes({}).empty());
}

} // namespace loupe::test
