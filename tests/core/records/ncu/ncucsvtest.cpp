// SPDX-License-Identifier: Apache-2.0
//
// Tests shortened tables of ncu. Units were converted by hand.
#include "core/records/ncu/ncucsv.h"

#include "core/records/reading/csv.h"

#include <string>

#include <gtest/gtest.h>

namespace loupe {

namespace {

const std::string rawHead
    = R"csv("ID","Process ID","Kernel Name","Block Size","Grid Size","Device","CC","device__attribute_display_name","dram__bytes_read.sum","gpu__time_duration.sum","sm__warps_active.avg.pct_of_peak_sustained_active"
"","","","","","","","","Mbyte","us","%"
)csv";
const std::string rawRow
    = R"csv("0","77","relu(float *, int)","(256, 1, 1)","(4,096, 1, 1)","0","9.0","NVIDIA H200","1,234.5","12.5","87.5"
)csv";
const std::string detailsHead
    = R"csv("ID","Kernel Name","Block Size","Grid Size","Section Name","Metric Name","Metric Unit","Metric Value"
)csv";

std::string refusalOf(const std::string &text)
{
    const auto parsed = parseNcuCsv(text, "a.csv");
    EXPECT_FALSE(parsed);
    return parsed ? std::string() : parsed.error().text();
}

} // namespace

TEST(Csv, FollowsRfc4180)
{
    const auto rows = parseCsv("a,\"b,\"\"c\"\"\nd\",\r\n\r\n1,2,3", "x");
    ASSERT_TRUE(rows);
    ASSERT_EQ(rows->size(), 2U);
    EXPECT_EQ((*rows)[0].fields, (std::vector<std::string>{"a", "b,\"c\"\nd", ""}));
    EXPECT_EQ((*rows)[1].line, 4);
    EXPECT_EQ(parseCsv("a\n\"b", "x").error().where, "x:2");
    EXPECT_EQ(parseCsv("a\n\"b\"c", "x").error().where, "x:2");
    EXPECT_EQ(parseCsv("a\nb\"c", "x").error().where, "x:2");
}

TEST(NcuCsv, TheRawPageHasARowForEachLaunch)
{
    std::string text = "==PROF== Connected to process 77\n" + rawHead;
    text
        += R"csv("0","77","relu(float *, int)","(256, 1, 1)","(4096, 1, 1)","0","9.0","NVIDIA H200","1,234.5","12.5","87.5"
"1","77","relu(float *, int)","(128, 2, 1)","(1, 1, 3)","0","9.0","NVIDIA H200","0","1","0"
)csv";
    const auto profile = parseNcuCsv(text, "a.csv");
    ASSERT_TRUE(profile) << profile.error().text();
    EXPECT_EQ(profile->source, "import:ncu");
    EXPECT_EQ(profile->deviceName, "NVIDIA H200");
    EXPECT_EQ(profile->original, text);
    ASSERT_EQ(profile->kernels.size(), 2U);
    const KernelCounters &first = profile->kernels[0];
    EXPECT_EQ(first.name, "relu(float *, int)");
    EXPECT_EQ(first.grid[0], 4096U);
    EXPECT_DOUBLE_EQ(*first.dramReadBytes, 1234.5e6);
    EXPECT_DOUBLE_EQ(*first.durationMs, 0.0125);
    EXPECT_DOUBLE_EQ(*first.achievedOccupancy, 0.875);
    EXPECT_FALSE(first.dramWriteBytes) << "it was not measured";
    EXPECT_EQ(first.metrics.at("dram__bytes_read.sum"), (CounterValue{1234.5, "Mbyte"}));
    EXPECT_EQ(profile->kernels[1].block[1], 2U);
    EXPECT_EQ(profile->kernels[1].grid[2], 3U);
    EXPECT_EQ(profile->kernels[1].launch, 1);
}

TEST(NcuCsv, TheDetailsPageHasARowForEachMetric)
{
    const auto profile = parseNcuCsv(
        detailsHead
            + R"csv("3","mm","(32, 32, 1)","(8, 8, 1)","GPU Speed Of Light Throughput","Duration","ms","1.5"
"3","mm","(32, 32, 1)","(8, 8, 1)","GPU Speed Of Light Throughput","Memory Throughput","%","50"
"3","mm","(32, 32, 1)","(8, 8, 1)","Memory Workload Analysis","Memory Throughput","Tbyte/s","2.4"
"3","mm","(32, 32, 1)","(8, 8, 1)","Launch Statistics","Function Cache Configuration","","CachePreferNone"
"3","mm","(32, 32, 1)","(8, 8, 1)","Occupancy","","",""
)csv",
        "a.csv");
    ASSERT_TRUE(profile) << profile.error().text();
    ASSERT_EQ(profile->kernels.size(), 1U);
    EXPECT_EQ(profile->kernels[0].launch, 3);
    EXPECT_DOUBLE_EQ(*profile->kernels[0].durationMs, 1.5);
    EXPECT_DOUBLE_EQ(*profile->kernels[0].memoryThroughput, 0.5) << "the share, not the rate";
    EXPECT_EQ(profile->kernels[0].metrics.at("Memory Throughput (Memory Workload Analysis)").value,
              2.4);
}

TEST(NcuCsv, ReadsWhatNcuWroteOnAnH200)
{
    // Both files are parts of ncu 2025.3's output for tests/bench/counterkernels.cu.
    const std::string folder = LOUPE_SOURCE_DIR "/tests/core/records/";
    const auto raw = readNcuCsv(folder + "ncu-raw.csv");
    ASSERT_TRUE(raw) << raw.error().text();
    ASSERT_EQ(raw->kernels.size(), 2U);
    EXPECT_EQ(raw->kernels[1].name, "countedTensor(float *)");
    EXPECT_EQ(raw->kernels[1].launch, 3);
    EXPECT_NEAR(*raw->kernels[1].tensorUse, 0.9658, 1e-9);
    EXPECT_NEAR(*raw->kernels[0].dramReadBytes, 402.67e6, 0.01e6);
    const auto details = readNcuCsv(folder + "ncu-details.csv");
    ASSERT_TRUE(details) << details.error().text();
    ASSERT_EQ(details->kernels.size(), 2U);
    EXPECT_EQ(details->kernels[0].grid[0], 98304U);
    EXPECT_GT(details->kernels[0].metrics.size(), 20U);
    EXPECT_TRUE(details->kernels[0].durationMs && details->kernels[0].achievedOccupancy
                && details->kernels[0].smThroughput && details->kernels[0].memoryThroughput);
}

TEST(NcuCsv, RefusesMalformedTextWithItsLine)
{
    EXPECT_NE(refusalOf("hello\n").find("a.csv:1"), std::string::npos);
    EXPECT_NE(refusalOf("").find("a.csv:1"), std::string::npos);
    EXPECT_NE(refusalOf(rawHead).find("no kernel"), std::string::npos);
    EXPECT_NE(refusalOf(rawHead + rawRow).find("a.csv:3"), std::string::npos)
        << "extents are no numbers for people";
    EXPECT_NE(refusalOf(rawHead + "\"0\",\"77\"\n").find("a.csv:3: 2 fields"), std::string::npos);
    EXPECT_NE(refusalOf(rawHead.substr(0, rawHead.find('\n') + 1)).find("line of units"),
              std::string::npos);
    std::string noNumber = rawHead;
    noNumber += R"csv("0","77","k","(1, 1, 1)","(1, 1, 1)","0","9.0","x","many","1","1")csv";
    EXPECT_NE(refusalOf(noNumber).find("a.csv:3: \"many\" is no number of Mbyte"),
              std::string::npos);
    std::string twice = rawHead;
    for (int i = 0; i < 2; ++i)
        twice += "\"0\",\"77\",\"k\",\"(1, 1, 1)\",\"(1, 1, "
                 "1)\",\"0\",\"9\",\"x\",\"1\",\"1\",\"1\"\n";
    EXPECT_NE(refusalOf(twice).find("a.csv:4: the ID occurs twice"), std::string::npos);
    EXPECT_NE(refusalOf("\"ID\",\"Name\"\n\"\",\"\"\n").find("no column"), std::string::npos);
    const std::string unitBehind
        = R"csv("ID","Kernel Name","Block Size","Grid Size","Section Name","Metric Name","Metric Value","Rule","Metric Unit"
"0","k","(1, 1, 1)","(1, 1, 1)","s","Duration","1"
)csv";
    EXPECT_NE(refusalOf(unitBehind).find("a.csv:2: 7 fields under 9 columns"), std::string::npos);
}

} // namespace loupe
