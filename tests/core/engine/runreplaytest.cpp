// SPDX-License-Identifier: Apache-2.0
//
// Replays fifty recorded evaluations of one H200 with 16 processors (recordedrun.json), and some
// hand-made ones, under the scheduler's rules.
//
// The recorded seconds come from the run's log. Calls of a candidate and their comparisons repeat
// for each trial. Each is as long as the shortest of them, or as the timed call, because the others
// ran next to other work. Work of the reference and the judge counts as processor time for its
// whole duration, including waits, because most of it is drawing inputs. Bytes follow from the
// sizes in the log. The run itself took 258 s, 245 of them after its first builds.
#include "tests/core/engine/runreplay.h"

#include "core/base/files.h"
#include "core/base/json.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

ReplayStep replayStep(const Json &json)
{
    using enum ReplayStep::Needs;
    const auto name = json.at(0).get<std::string>();
    if (name == "memory")
        return {Memory, 0, json.at(1).get<std::int64_t>()};
    return {name == "device"      ? Device
                : name == "alone" ? DeviceAlone
                                  : Processor,
            json.at(1).get<double>(), 0};
}

/// Parses [what, seconds], or [count, [what, seconds], …].
std::vector<ReplayStep> replaySteps(const Json &json)
{
    std::vector<ReplayStep> steps;
    for (const Json &each : json) {
        if (each.at(0).is_string()) {
            steps.push_back(replayStep(each));
            continue;
        }
        for (int round = 0; round < each.at(0).get<int>(); ++round) {
            for (std::size_t i = 1; i < each.size(); ++i)
                steps.push_back(replayStep(each.at(i)));
        }
    }
    return steps;
}

std::vector<ReplayEvaluation> recordedRun()
{
    const auto text
        = readFile(std::filesystem::path(LOUPE_SOURCE_DIR) / "tests/core/engine/recordedrun.json");
    EXPECT_TRUE(text);
    std::vector<ReplayEvaluation> evaluations;
    for (const Json &each : Json::parse(text ? *text : "[]"))
        evaluations.push_back({each.at("task"), replaySteps(each.at("steps"))});
    return evaluations;
}

/// Returns the engine's settings on an H200: seven eighths of its memory, and a quarter of the
/// threads.
ReplayMachine h200()
{
    ReplayMachine machine;
    machine.deviceBytes = 131'341'530'280;
    machine.rules.patience = 4;
    return machine;
}

constexpr auto onProcessor = ReplayStep::Needs::Processor;
constexpr auto onDevice = ReplayStep::Needs::Device;
constexpr auto aloneOnDevice = ReplayStep::Needs::DeviceAlone;
constexpr auto takesMemory = ReplayStep::Needs::Memory;

} // namespace

TEST(RunReplay, DeviceStagesShareTheDevice)
{
    const ReplayEnd end
        = RunReplay({.deviceBytes = 10, .rules = {}},
                    {{"a", {{onDevice, 2}}}, {"b", {{onDevice, 2}}}, {"c", {{onProcessor, 1}}}})
              .run();
    EXPECT_DOUBLE_EQ(end.seconds, 4);
    EXPECT_EQ(end.finished, (std::vector<std::string>{"c", "a", "b"}));
    EXPECT_DOUBLE_EQ(end.floorSeconds, 4);
}

TEST(RunReplay, MoreStagesThanProcessorsShareThem)
{
    const ReplayEnd end = RunReplay({.processors = 1, .deviceBytes = 10, .rules = {}},
                                    {{"a", {{onProcessor, 1}}}, {"b", {{onProcessor, 1}}}})
                              .run();
    EXPECT_DOUBLE_EQ(end.seconds, 2);
}

TEST(RunReplay, AWaiterIsAdmittedWhenMemoryIsReturned)
{
    const ReplayEnd end = RunReplay({.deviceBytes = 10, .rules = {}},
                                    {{"a", {{takesMemory, 0, 7}, {onProcessor, 2}}},
                                     {"b", {{takesMemory, 0, 7}, {onProcessor, 1}}}})
                              .run();
    EXPECT_DOUBLE_EQ(end.seconds, 3);
}

TEST(RunReplay, ALongRequestForAThirdOfTheMemoryIsNotLast)
{
    // Five small ones fit at a time, and no two end together. The long one takes two thirds of the
    // device's seconds. If a third of all went first, the run would take a tenth longer.
    std::vector<ReplayEvaluation> evaluations;
    for (int i = 0; i < 61; ++i) {
        const double seconds = 6 + (i * 37 % 61) / 15.0;
        evaluations.push_back(
            {"small",
             {{takesMemory, 0, 20}, {onProcessor, seconds}, {onDevice, 0.6 + i % 4 * 0.5}}});
    }
    evaluations[5] = {"long", {{takesMemory, 0, 35}, {onDevice, 160}}};
    const ReplayEnd end = RunReplay({.deviceBytes = 100, .rules = {}}, evaluations).run();
    EXPECT_EQ(end.finished.size(), 61U);
    EXPECT_LT(end.seconds, 1.07 * end.floorSeconds);
}

TEST(RunReplay, TimingAndWorkExcludeEachOther)
{
    // Two share the device, so a step takes 2 s. Their third step ends at 6 s, after the timer's
    // limit of 5 s.
    const std::vector<ReplayStep> fiveCalls(5, {onDevice, 1});
    const ReplayEnd end = RunReplay({.threads = 3, .deviceBytes = 10, .rules = {.patience = 2}},
                                    {{"a", fiveCalls},
                                     {"b", fiveCalls},
                                     {"timer", {{onProcessor, 0.5}, {aloneOnDevice, 1}}}})
                              .run();
    EXPECT_EQ(end.isStuck, 0);
    EXPECT_EQ(end.disturbed, 0);
    EXPECT_EQ(end.finished.size(), 3U);
    EXPECT_EQ(end.finished.front(), "timer");
    EXPECT_NEAR(end.maxTimerWait, 5.5, 1e-6);
    EXPECT_NEAR(end.maxWorkerWait, 1, 1e-6);
    EXPECT_NEAR(end.seconds, 11, 1e-6);
}

TEST(RunReplay, RecordedRunTakesLittleMoreThanItsDeviceTime)
{
    const ReplayEnd end = RunReplay(h200(), recordedRun()).run();
    EXPECT_EQ(end.isStuck, 0);
    EXPECT_EQ(end.finished.size(), 50U);
    EXPECT_EQ(end.disturbed, 0);
    EXPECT_LT(end.seconds, 1.15 * end.floorSeconds);
    EXPECT_GT(end.deviceSeconds, 0.75 * end.seconds) << "as much as the device is to be in use";
    EXPECT_LT(end.maxWorkerWait, 15);
    EXPECT_LT(end.maxTimerWait, 45);
}

TEST(RunReplay, OneThreadPerEvaluationIsNotSlower)
{
    // If waiting evaluations held no thread, all fifty would be in progress from the first second.
    const double asItIs = RunReplay(h200(), recordedRun()).run().seconds;
    ReplayMachine every = h200();
    every.threads = 50;
    EXPECT_GT(RunReplay(every, recordedRun()).run().seconds, 0.97 * asItIs);
}

TEST(RunReplay, TheRecordedRunEndsWithFewThreadsAndLittleMemoryToo)
{
    ReplayMachine small = h200();
    small.threads = 4;
    small.rules.patience = 1;
    small.deviceBytes /= 2; // the largest needs all of it
    const ReplayEnd end = RunReplay(small, recordedRun()).run();
    EXPECT_EQ(end.isStuck, 0);
    EXPECT_EQ(end.finished.size(), 50U);
    EXPECT_EQ(end.disturbed, 0);
}

} // namespace loupe
