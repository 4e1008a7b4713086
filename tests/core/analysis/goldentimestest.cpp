// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/goldentimes.h"

#include <gtest/gtest.h>

namespace loupe::test {

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
