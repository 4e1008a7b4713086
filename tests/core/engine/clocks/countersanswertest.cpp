// SPDX-License-Identifier: Apache-2.0
//
// Tests honest and hostile answers of a candidate process about counters.
#include "core/engine/clocks/countersanswer.h"

#include "core/gpu/injection/samplebound.h"

#include <array>
#include <map>
#include <vector>

#include <gtest/gtest.h>

namespace loupe {

namespace {

const char *const good = R"({"counters":{"tool":"CUPTI 130001","passes":9,"dropped":2,
 "metrics":["gpu__time_duration.sum","dram__bytes_read.sum",
            "sm__throughput.avg.pct_of_peak_sustained_elapsed","unknown__metric.sum"],
 "launches":[{"name":"relu","grid":[4,1,1],"block":[256,1,1],"values":[2500000,1e9,75,3]},
             {"name":"mm","grid":[1,2,3],"block":[32,1,1],"values":[1000,null,0,0]}]}})";

Json document(const std::string &text)
{
    return Json::parse(text);
}

} // namespace

TEST(CountersAnswer, BecomesMillisecondsBytesAndShares)
{
    const CounterProfile profile = countersFrom(document(good));
    EXPECT_EQ(profile.source, "cupti");
    EXPECT_EQ(profile.tool, "CUPTI 130001");
    EXPECT_EQ(profile.note,
              "2 further launches were not counted; no samples of instructions: its answer holds "
              "none");
    ASSERT_EQ(profile.kernels.size(), 2U);
    EXPECT_EQ(profile.kernels[0].name, "relu");
    EXPECT_EQ(profile.kernels[0].block[0], 256U);
    EXPECT_DOUBLE_EQ(*profile.kernels[0].durationMs, 2.5);
    EXPECT_DOUBLE_EQ(*profile.kernels[0].dramReadBytes, 1e9);
    EXPECT_DOUBLE_EQ(*profile.kernels[0].smThroughput, 0.75);
    EXPECT_FALSE(profile.kernels[0].tensorUse);
    EXPECT_DOUBLE_EQ(profile.kernels[0].metrics.at("unknown__metric.sum").value, 3);
    EXPECT_FALSE(profile.kernels[1].dramReadBytes) << "null is not zero";
    EXPECT_EQ(profile.kernels[1].launch, 1);
}

TEST(CountersAnswer, SamplesBecomeOneRowByInstructionAndReason)
{
    Json answer = document(good);
    answer["samples"] = Json::parse(R"({"tool":"CUPTI 130001","total":9,"dropped":4,
        "reasons":["wait","barrier"],
        "functions":[{"name":"relu","module":"12","instructions":[[16,0,3,1,4],[32]]},
                     {"name":"mm","module":"13","instructions":[[0,1,2]]}]})");
    const CounterProfile profile = countersFrom(answer);
    const std::vector<InstructionSamples> expected{{"relu", "12", 16, "wait", 3},
                                                   {"relu", "12", 16, "barrier", 4},
                                                   {"mm", "13", 0, "barrier", 2}};
    EXPECT_EQ(profile.samples, expected);
    EXPECT_EQ(profile.note, "2 further launches were not counted; 4 samples were lost");
}

TEST(CountersAnswer, OmittedSamplesBecomeARowWithoutAFunction)
{
    Json answer = document(good);
    answer["samples"] = Json::parse(R"({"omitted":7,"reasons":["wait"],
        "functions":[{"name":"relu","module":"12","instructions":[[16,0,3]]}]})");
    const CounterProfile profile = countersFrom(answer);
    const std::vector<InstructionSamples> expected{{"relu", "12", 16, "wait", 3},
                                                   {"", "", 0, "", 7}};
    EXPECT_EQ(profile.samples, expected);
    EXPECT_NE(profile.note.find("7 samples of rare instructions are not listed"),
              std::string::npos);
}

TEST(SampleBound, KeepsTheMostSampledInstructionsExactly)
{
    std::map<int, injection::SampleCounts> samples;
    for (int i = 0; i < 6000; ++i)
        samples[i] = i % 300 == 299 ? injection::SampleCounts{{0, 20}, {1, 30}}
                                    : injection::SampleCounts{{0, 1}};
    EXPECT_EQ(injection::keepMostSampled(samples, 5000), 1000U);
    EXPECT_EQ(samples.size(), 5000U);
    for (int i = 299; i < 6000; i += 300)
        EXPECT_TRUE(samples.contains(i)) << i;

    std::map<int, injection::SampleCounts> equal;
    for (int i = 0; i < 12; ++i)
        equal[i] = {{0, 1}};
    EXPECT_EQ(injection::keepMostSampled(equal, 12), 0U);
    EXPECT_EQ(injection::keepMostSampled(equal, 10), 2U);
    EXPECT_EQ(equal.size(), 10U);
    EXPECT_EQ(equal.rbegin()->first, 9);
}

TEST(CountersAnswer, InvalidSamplesLeaveTheCountersAndAReason)
{
    Json answer = document(good);
    for (const char *text :
         {"3", "{}", R"({"reasons":["a"],"functions":3})",
          R"({"reasons":["a"],"functions":[{"name":"k","instructions":[[1,0,5],[2,1,5]]}]})",
          R"({"reasons":["a"],"functions":[{"name":"k","instructions":[[1,0]]}]})",
          R"({"reasons":["a"],"functions":[{"name":"k","instructions":[[-1,0,5]]}]})",
          R"({"reasons":["a"],"functions":[{"name":"k","instructions":[[1,0,5,0,5,0,5]]}]})",
          R"({"reasons":["a","b"],"functions":[{"name":"k","instructions":[[1,0,5,0,5]]}]})",
          R"({"reasons":["a"],"functions":[{"name":"k"}]})", R"({"reasons":[],"functions":[]})",
          R"({"error":"not permitted"})"}) {
        answer["samples"] = Json::parse(text);
        const CounterProfile profile = countersFrom(answer);
        EXPECT_TRUE(profile.samples.empty()) << text;
        EXPECT_EQ(profile.kernels.size(), 2U) << text;
        EXPECT_NE(profile.note.find("no samples of instructions: "), std::string::npos) << text;
    }
    EXPECT_NE(countersFrom(answer).note.find("not permitted"), std::string::npos);
}

TEST(CountersAnswer, BoundsTheTextOfSamples)
{
    Json answer = document(good);
    answer["samples"] = Json::parse(
        R"({"reasons":[""],"functions":[{"name":"","module":"","instructions":[[0,0,1]]}]})");
    answer["samples"]["reasons"][0] = std::string(5000, 'r');
    answer["samples"]["functions"][0]["name"] = std::string(4096, 'f');
    answer["samples"]["functions"][0]["module"] = std::string(5000, 'm');
    const CounterProfile profile = countersFrom(answer);
    ASSERT_EQ(profile.samples.size(), 1U);
    EXPECT_EQ(profile.samples[0].module, std::string(64, 'm'));
    EXPECT_EQ(profile.samples[0].reason, std::string(64, 'r'));

    const std::size_t most = std::size_t{32} * 1024 * 1024 / (4096 + 64 + 64);
    Json &instructions = answer["samples"]["functions"][0]["instructions"];
    instructions = std::vector<Json>(most, Json{0U, 0U, 1U});
    EXPECT_EQ(countersFrom(answer).samples.size(), most);
    instructions.push_back(Json{0U, 0U, 1U});
    const CounterProfile refused = countersFrom(answer);
    EXPECT_TRUE(refused.samples.empty());
    EXPECT_EQ(refused.kernels.size(), 2U);
    EXPECT_NE(refused.note.find("no samples of instructions: "), std::string::npos);
}

TEST(CountersAnswer, CapsCountsOfSamples)
{
    Json answer = document(good);
    answer["samples"] = Json::parse(R"({"reasons":["a"],"functions":[{"name":"k","instructions":
        [[0,0,9223372036854775807],[16,0,9223372036854775807],[32,0,7]]}]})");
    const CounterProfile profile = countersFrom(answer);
    ASSERT_EQ(profile.samples.size(), 3U);
    EXPECT_EQ(profile.samples[0].samples, maxSampleCount);
    EXPECT_EQ(profile.samples[1].samples, maxSampleCount);
    EXPECT_EQ(profile.samples[2].samples, 7);
}

TEST(CountersAnswer, AFailedCallIsTheNote)
{
    const CounterProfile profile = countersOf({Verdict::Crashed, "died", 0}, document(good));
    EXPECT_TRUE(profile.kernels.empty());
    EXPECT_EQ(profile.note, "the call ended with: died");
    EXPECT_EQ(countersOf({}, document(good)).kernels.size(), 2U);
}

TEST(CountersAnswer, KeepsTheReasonAsNote)
{
    const auto profile
        = countersFrom(document(R"({"counters":{"error":"CUPTI_ERROR_INSUFFICIENT_PRIVILEGES"}})"));
    EXPECT_TRUE(profile.kernels.empty());
    EXPECT_EQ(profile.note, "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES");
}

TEST(CountersAnswer, ValidatesEveryField)
{
    for (const char *text : {"[]", "{}", "null", R"({"counters":3})", R"({"counters":{}})",
                             R"({"counters":{"metrics":[],"launches":[]}})",
                             R"({"counters":{"metrics":["a"],"launches":[{"values":[]}]}})",
                             R"({"counters":{"metrics":["a"],"launches":[3]}})",
                             R"({"counters":{"metrics":["a"],"launches":[{"name":5,"values":7}]}})",
                             R"({"counters":{"metrics":"a","launches":{}}})"}) {
        const auto profile = countersFrom(document(text));
        EXPECT_TRUE(profile.kernels.empty()) << text;
        EXPECT_FALSE(profile.note.empty()) << text;
    }
    const auto odd = countersFrom(document(
        R"({"counters":{"metrics":[1],"launches":[{"name":5,"grid":[-1,"x",2],"values":[1]}]}})"));
    ASSERT_EQ(odd.kernels.size(), 1U);
    EXPECT_EQ(odd.kernels[0].name, "");
    EXPECT_EQ(odd.kernels[0].grid[2], 2U);
}

TEST(CountersAnswer, RefusesNumbersOutOfRange)
{
    const auto profile = countersFrom(document(
        R"({"counters":{"metrics":["a"],"launches":[{"grid":[4294967295,4294967297,1.5],
            "block":[1,2],"values":[1]}]}})"));
    ASSERT_EQ(profile.kernels.size(), 1U);
    EXPECT_EQ(profile.kernels[0].grid, (std::array<std::uint32_t, 3>{4294967295U, 0, 0}));
    EXPECT_EQ(profile.kernels[0].block, (std::array<std::uint32_t, 3>{}))
        << "two extents are no three";
}

TEST(CountersAnswer, CutsLongNamesAtCharacterBoundaries)
{
    Json answer = document(good);
    answer["counters"]["launches"][0]["name"] = std::string(4095, 'a') + "é" + std::string(9, 'b');
    answer["counters"]["launches"][1]["name"] = std::string(4096, 'a') + "é";
    const auto profile = countersFrom(answer);
    ASSERT_EQ(profile.kernels.size(), 2U);
    EXPECT_EQ(profile.kernels[0].name, std::string(4095, 'a'));
    EXPECT_EQ(profile.kernels[1].name, std::string(4096, 'a'));
}

TEST(CountersAnswer, RefusesOversizedAnswers)
{
    Json answer = document(good);
    answer["counters"]["launches"] = std::vector<Json>(1001, answer["counters"]["launches"][0]);
    EXPECT_TRUE(countersFrom(answer).kernels.empty());
    answer = document(good);
    answer["counters"]["metrics"] = std::vector<std::string>(101, "m");
    answer["counters"]["launches"] = {{{"values", std::vector<int>(101, 1)}}};
    const auto profile = countersFrom(answer);
    EXPECT_TRUE(profile.kernels.empty());
    EXPECT_EQ(profile.note, "its counters have an unexpected form");
}

TEST(CountersAnswer, NotesMissingLaunches)
{
    EXPECT_EQ(countersFrom(document(R"({"counters":{"metrics":["a"],"launches":[]}})")).note,
              "no kernel was launched");
    EXPECT_EQ(countersFrom(document(R"({"done":true})")).note, "its answer holds no counters");
}

} // namespace loupe
