// SPDX-License-Identifier: Apache-2.0
//
// Golden records with planted defects. Names and sizes are unknown to the rules.
#include "core/model/device/devicewords.h"

#include <cmath>

#include "tests/core/integrity/recordfixture.h"

namespace loupe::test {

namespace {

struct Golden {
    std::vector<StoredGoldenRecord> records;

    StoredGoldenRecord &add(const std::string &device, const std::string &task,
                            const std::string &caseName, double ms, double bytes = 0,
                            double operations = 0)
    {
        StoredGoldenRecord out;
        out.run = "golden " + device;
        out.suite = "suite";
        out.device = device;
        out.record.task = task;
        out.record.baseline = "eager";
        out.record.caseName = caseName;
        out.record.milliseconds = ms;
        out.record.gigabytesPerSecond = bytes / (ms * 1e6);
        out.record.teraflops = operations / (ms * 1e9);
        records.push_back(out);
        return records.back();
    }
    /// Adds seven tasks of two cases, at the device's own speed and with a unique spread.
    void addDevice(const std::string &device, double slowness)
    {
        for (int i = 0; i < 7; ++i) {
            const std::string task = "task" + std::to_string(i);
            const double spread = 1.0 + 0.1 * std::sin(slowness * 10 + i);
            add(device, task, "small", 0.01 * (i + 1) * slowness * spread, 1e6, 2e6);
            add(device, task, "large", 0.5 * (i + 1) * slowness * spread, 5e7, 1e8);
        }
    }
    std::vector<RecordFinding> found(const std::string &rule,
                                     const std::vector<RecordedState> &states = {}) const
    {
        std::vector<RecordFinding> out;
        for (const RecordFinding &each : auditRecords(states, records)) {
            if (each.finding.rule == rule)
                out.push_back(each);
        }
        return out;
    }
};

/// Returns three devices without any defect.
Golden clean()
{
    Golden golden;
    golden.addDevice("Alpha", 1.0);
    golden.addDevice("Beta", 2.7);
    golden.addDevice("Gamma", 0.6);
    return golden;
}

} // namespace

TEST(RecordGolden, FindsNothingInCleanRecords)
{
    const Golden golden = clean();
    EXPECT_TRUE(auditRecords({}, golden.records).empty());
}

TEST(RecordGolden, CopiesAreFoundAndNamed)
{
    Golden golden = clean();
    for (int i = 0; i < 14; ++i) {
        StoredGoldenRecord copy = golden.records[static_cast<std::size_t>(i)];
        copy.device = "Delta";
        copy.run = "golden Delta";
        golden.records.push_back(copy);
    }
    auto found = golden.found("copied_golden");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(numberOf(found[0], "equal_tasks"), 7);
    EXPECT_NE(found[0].finding.message.find("Alpha"), std::string::npos);
    EXPECT_NE(found[0].finding.message.find("Delta"), std::string::npos);
    // Two equal tasks of seven are no copy. Neither is the same device measured in two runs.
    golden.records.resize(golden.records.size() - 10);
    EXPECT_TRUE(golden.found("copied_golden").empty());
}

TEST(RecordGolden, FindsDeviationsOfAnOrderOfMagnitude)
{
    Golden golden = clean();
    golden.records[5].record.milliseconds *= 30; // Alpha, task2, large
    const auto found = golden.found("outlying_golden");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_NE(found[0].finding.message.find("task2"), std::string::npos);
    EXPECT_NE(found[0].finding.message.find("Alpha"), std::string::npos);
    EXPECT_GT(numberOf(found[0], "factor"), 20);
}

TEST(RecordGolden, DoesNotCompareUnrecordedDevices)
{
    const auto renamed = [](Golden golden, const std::string &to) {
        for (StoredGoldenRecord &record : golden.records)
            record.device = record.device == "Gamma" ? to : record.device;
        return golden;
    };
    Golden outlying = clean();
    outlying.records[5].record.milliseconds *= 30;
    EXPECT_EQ(renamed(outlying, "Other").found("outlying_golden").size(), 1U);
    EXPECT_TRUE(renamed(outlying, "not recorded").found("outlying_golden").empty());

    Golden copied = clean();
    for (int i = 0; i < 14; ++i) {
        copied.records.push_back(copied.records[static_cast<std::size_t>(i)]);
        copied.records.back().device = "not recorded";
        copied.records.back().run = "golden of somewhere";
    }
    EXPECT_TRUE(copied.found("copied_golden").empty()) << "it may be the same device";
}

TEST(RecordGolden, CopiesUnderFoldersThatNameNoDeviceAreFound)
{
    Golden golden = clean();
    const auto copyTo = [&](const std::string &folder, const std::string &device) {
        for (int i = 0; i < 14; ++i) {
            StoredGoldenRecord copy = golden.records[static_cast<std::size_t>(i)];
            copy.device = device;
            copy.run = "golden " + folder;
            copy.record.source = folder + "/" + copy.record.task + ".json:1";
            golden.records.push_back(copy);
        }
    };
    for (StoredGoldenRecord &record : golden.records)
        record.record.source = record.device + "/" + record.record.task + ".json:1";
    copyTo("box_7", "not recorded");
    const auto one = golden.found("copied_golden");
    ASSERT_EQ(one.size(), 1U);
    EXPECT_NE(one[0].finding.message.find("Alpha (run golden Alpha) and \"box_7\" (run golden "
                                          "box_7)"),
              std::string::npos)
        << one[0].finding.message;
    copyTo("box_8", "not recorded");
    EXPECT_EQ(golden.found("copied_golden").size(), 3U) << "each of three with each other";

    std::vector<RecordedState> states(1);
    states[0].device = "not recorded";
    EXPECT_TRUE(golden.found("copied_golden", states)[0].evaluations.empty())
        << "a result without a device need not be of that folder";
}

TEST(RecordGolden, IgnoresSlowDevicesAndCopies)
{
    Golden slow = clean();
    slow.addDevice("Omega", 40.0);
    EXPECT_TRUE(slow.found("outlying_golden").empty());

    Golden copied = clean();
    copied.records[5].record.milliseconds *= 30;
    for (int i = 0; i < 14; ++i) {
        StoredGoldenRecord copy = copied.records[static_cast<std::size_t>(i)];
        copy.device = "Delta";
        copy.run = "golden Delta";
        copied.records.push_back(copy);
    }
    EXPECT_EQ(copied.found("outlying_golden").size(), 1U);
}

TEST(RecordGolden, IgnoresCasesMissingOnOneDevice)
{
    Golden golden = clean();
    golden.records[1].record.milliseconds *= 30;
    std::erase_if(golden.records, [](const StoredGoldenRecord &each) {
        return each.device == "Beta" && each.record.task == "task0"
            && each.record.caseName == "large";
    });
    EXPECT_TRUE(golden.found("outlying_golden").empty());
}

TEST(RecordGolden, FindsTimesFasterThanTheDatasheet)
{
    // NVIDIA's data sheet of the A100: at most 2039 GB/s.
    EXPECT_EQ(sheetBandwidth("NVIDIA A100-SXM4-80GB"), 2039);
    EXPECT_FALSE(sheetBandwidth("Device X1"));
    Golden golden;
    golden.add("A100 (recorded)", "gather", "big", 0.5, 2e9);   // 4000 GB/s
    golden.add("A100 (recorded)", "gather", "tiny", 0.01, 1e8); // 10000 GB/s of a cache
    golden.add("A100 (recorded)", "scatter", "big", 2.0, 2e9);  // 1000 GB/s
    golden.add("Device X1", "gather", "big", 0.1, 2e9);
    const auto found = golden.found("impossible_bandwidth");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(numberOf(found[0], "records"), 1);
    EXPECT_NEAR(numberOf(found[0], "highest_gigabytes_per_second"), 4000, 1e-6);
}

TEST(RecordGolden, FindsOmittedWorkWithTheSpeedupOfEqualWork)
{
    Golden golden;
    golden.add("Alpha", "pool", "one", 1.0, 1e9, 2e9);
    golden.add("Alpha", "pool", "two", 2.0, 2e9, 4e9);
    golden.add("Alpha", "pool", "three", 9.0, 7e9, 14e9);
    Records records;
    const auto addState = [&](int round, double ms, double bytes, double operations) {
        RecordedState &state = records.add("pool", round, 12.0 / ms, ms);
        state.row.baselineMs.reset();
        state.row.speedup = std::round(12.0 / ms * 1e4) / 1e4;
        state.work = WorkRecord();
        state.work->bytes = bytes;
        state.work->flops = operations;
    };
    addState(0, 3.2, 3e9, 6e9);    // without the largest case
    addState(1, 3.1, 3e9, 20e9);   // only the bytes use another formula
    addState(2, 11.0, 10e9, 20e9); // complete
    const auto found = golden.found("dropped_work", records.states);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].evaluations, rows({1}));
    EXPECT_NEAR(numberOf(found[0], "bytes_ratio"), 0.3, 1e-9);
    EXPECT_NEAR(numberOf(found[0], "operations_ratio"), 0.3, 1e-9);
    EXPECT_NEAR(numberOf(found[0], "equal_work_speedup"), 3.0 / 3.2, 1e-9);
}

TEST(RecordGolden, DoesNotCompareWorkOverAnotherBaseline)
{
    Golden golden;
    golden.add("Alpha", "pool", "one", 3.0, 3e9, 6e9);
    Records records;
    RecordedState &state = records.add("pool", 0, 5.0, 1.0); // computed from 5 ms, not from 3
    state.work = WorkRecord();
    state.work->bytes = 1e9;
    state.work->flops = 1e9;
    EXPECT_TRUE(golden.found("dropped_work", records.states).empty());
}

} // namespace loupe::test
