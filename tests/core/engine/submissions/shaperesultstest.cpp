// SPDX-License-Identifier: Apache-2.0
//
// Tests what the results on several shapes come to.
#include "core/engine/submissions/shaperesults.h"

#include "core/base/json.h"
#include "core/model/record/furtherbaseline.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace loupe {

namespace {

ShapeResult resultOn(const std::string &shape, Verdict verdict, Verdict strictVerdict,
                     const std::string &message = "correct in 1 trials")
{
    ShapeResult out{shape, {}};
    Evaluation &evaluation = out.evaluation;
    evaluation.verdict = verdict;
    evaluation.strictVerdict = strictVerdict;
    evaluation.message = message;
    evaluation.trials.emplace_back().caseName = "trial 1";
    evaluation.verifyMs = 10;
    return out;
}

ShapeResult timedOn(const std::string &shape, double candidateMs, double baselineMs)
{
    ShapeResult out = resultOn(shape, Verdict::Correct, Verdict::Correct);
    Evaluation &evaluation = out.evaluation;
    evaluation.candidateMs = candidateMs;
    evaluation.baselineMs = baselineMs;
    evaluation.speedup = baselineMs / candidateMs;
    evaluation.speedupLow = *evaluation.speedup * 0.9;
    evaluation.speedupHigh = *evaluation.speedup / 0.9;
    evaluation.baseline = "eager reference (cpu)";
    evaluation.timings = {{"baseline", "engine_blocks", "trial 3", {baselineMs}, {1}, 0},
                          {"candidate", "engine_blocks", "trial 3", {candidateMs}, {1}, 0}};
    evaluation.work = WorkRecord();
    evaluation.timeMs = 100;
    return out;
}

bool hasFlag(const Evaluation &evaluation, const std::string &flag)
{
    return std::ranges::find(evaluation.flags, flag) != evaluation.flags.end();
}

} // namespace

TEST(ShapeResults, SpeedupIsTheGeometricMeanWithItsMinimumNamed)
{
    const Evaluation all = combineShapes({timedOn("own shape", 1, 4), timedOn("dim=16", 2, 1)});
    EXPECT_EQ(all.verdict, Verdict::Correct);
    EXPECT_EQ(all.strictVerdict, Verdict::Correct);
    EXPECT_EQ(all.message, "correct in 2 trials on 2 shapes; least speedup 0.5, for dim=16");
    ASSERT_TRUE(all.speedup && all.speedupLow && all.speedupHigh);
    EXPECT_NEAR(*all.speedup, std::sqrt(2.0), 1e-12);
    EXPECT_LT(*all.speedupLow, *all.speedup);
    EXPECT_GT(*all.speedupHigh, *all.speedup);
    EXPECT_DOUBLE_EQ(*all.candidateMs, std::sqrt(2.0));
    EXPECT_DOUBLE_EQ(*all.baselineMs, 2);
    EXPECT_EQ(all.baseline, "eager reference (cpu)");
    EXPECT_DOUBLE_EQ(*all.verifyMs, 20);
    EXPECT_DOUBLE_EQ(*all.timeMs, 200);
    EXPECT_FALSE(all.work) << "work of one shape does not fit times of all";
    EXPECT_FALSE(hasFlag(all, "right_on_own_shape_only"));
}

TEST(ShapeResults, CasesAreShapes)
{
    const Evaluation all = combineShapes({timedOn("own shape", 1, 4), timedOn("dim=16", 2, 1)});
    ASSERT_EQ(all.trials.size(), 2U);
    EXPECT_EQ(all.trials[0].caseName, "own shape: trial 1");
    EXPECT_EQ(all.trials[1].caseName, "dim=16: trial 1");
    EXPECT_EQ(all.trials[1].index, 1);
    ASSERT_EQ(all.timings.size(), 4U);
    EXPECT_EQ(all.timings[1].caseName, "own shape");
    EXPECT_EQ(all.timings[2].caseName, "dim=16");
}

TEST(ShapeResults, AShapeWithoutATimeLeavesNoSpeedup)
{
    const Evaluation all = combineShapes(
        {timedOn("own shape", 1, 4), resultOn("dim=16", Verdict::Correct, Verdict::Correct)});
    EXPECT_EQ(all.verdict, Verdict::Correct);
    EXPECT_EQ(all.message, "correct in 2 trials on 2 shapes");
    EXPECT_FALSE(all.speedup || all.speedupLow || all.candidateMs || all.baselineMs);
    EXPECT_EQ(all.timings.size(), 2U);
}

TEST(ShapeResults, AFailureNamesItsShape)
{
    const Evaluation all
        = combineShapes({timedOn("own shape", 1, 4),
                         resultOn("dim=16", Verdict::WrongValue, Verdict::WrongValue,
                                  "trial 1: 3 of 16 elements differ")});
    EXPECT_EQ(all.verdict, Verdict::WrongValue);
    EXPECT_EQ(all.strictVerdict, Verdict::WrongValue);
    EXPECT_EQ(all.message, "dim=16: trial 1: 3 of 16 elements differ");
    EXPECT_FALSE(all.speedup || all.candidateMs);
    EXPECT_TRUE(all.timings.empty()) << "a wrong candidate has no times";
    EXPECT_EQ(all.baseline, "");
    EXPECT_TRUE(hasFlag(all, "right_on_own_shape_only"));
    ASSERT_EQ(all.findings.size(), 1U);
    EXPECT_EQ(all.findings[0].rule, "right_on_own_shape_only");
    EXPECT_EQ(all.findings[0].severity, FindingSeverity::Note);
}

TEST(ShapeResults, FailureOnItsOwnShapeIsNotOfOthers)
{
    const Evaluation all = combineShapes(
        {resultOn("own shape", Verdict::ReturnedError, Verdict::ReturnedError, "it failed")});
    EXPECT_EQ(all.verdict, Verdict::ReturnedError);
    EXPECT_EQ(all.message, "own shape: it failed");
    EXPECT_FALSE(hasFlag(all, "right_on_own_shape_only"));
}

TEST(ShapeResults, ReferenceFailureIsNotACandidateFailure)
{
    const Evaluation all
        = combineShapes({timedOn("own shape", 1, 4),
                         resultOn("dim=13", Verdict::ReferenceFailed, Verdict::ReferenceFailed,
                                  "the reference fails when it makes inputs")});
    EXPECT_EQ(all.verdict, Verdict::ReferenceFailed);
    EXPECT_EQ(all.message, "dim=13: the reference fails when it makes inputs");
    EXPECT_FALSE(hasFlag(all, "right_on_own_shape_only"));
}

TEST(ShapeResults, EachVerdictHasItsOwnFirstFailure)
{
    ShapeResult own = timedOn("own shape", 1, 4);
    own.evaluation.strictVerdict = Verdict::WroteInput;
    own.evaluation.message = "correct in 1 trials; strictly: it wrote an input";
    const std::vector<ShapeResult> both{
        own, resultOn("dim=16", Verdict::WrongValue, Verdict::Correct, "trial 1: differs")};
    EXPECT_TRUE(isRightOnAll(std::span(both).first(1)));
    EXPECT_FALSE(isRightOnAll(both)) << "each verdict fails on one of them";
    const Evaluation all = combineShapes(both);
    EXPECT_EQ(all.verdict, Verdict::WrongValue);
    EXPECT_EQ(all.strictVerdict, Verdict::WroteInput);
    EXPECT_EQ(all.message,
              "dim=16: trial 1: differs; own shape: correct in 1 trials; strictly: it wrote an "
              "input");
}

TEST(ShapeResults, OneCorrectVerdictAllowsASpeedup)
{
    ShapeResult other = timedOn("dim=16", 1, 2);
    other.evaluation.strictVerdict = Verdict::WrongValue;
    other.evaluation.message = "correct in 1 trials; strictly: differs";
    const Evaluation all = combineShapes({timedOn("own shape", 1, 2), other});
    EXPECT_EQ(all.verdict, Verdict::Correct);
    EXPECT_EQ(all.strictVerdict, Verdict::WrongValue);
    EXPECT_EQ(all.message, "dim=16: correct in 1 trials; strictly: differs");
    ASSERT_TRUE(all.speedup);
    EXPECT_NEAR(*all.speedup, 2, 1e-12);
}

TEST(ShapeResults, OneProtocolLeavesTheOtherVerdictUnrecorded)
{
    const Evaluation all
        = combineShapes({resultOn("own shape", Verdict::Correct, Verdict::NotRecorded),
                         resultOn("dim=16", Verdict::Correct, Verdict::NotRecorded)});
    EXPECT_EQ(all.verdict, Verdict::Correct);
    EXPECT_EQ(all.strictVerdict, Verdict::NotRecorded);
    EXPECT_EQ(all.message, "correct in 2 trials on 2 shapes");
}

TEST(ShapeResults, FlagsAndFindingsAreThoseOfAllShapes)
{
    ShapeResult own = timedOn("own shape", 1, 2);
    ShapeResult other = timedOn("dim=16", 1, 2);
    own.evaluation.flags = {"as_timed"};
    other.evaluation.flags = {"as_timed", "busy"};
    own.evaluation.findings
        = {{"as_timed", RuleLayer::Differential, FindingSeverity::Note, "a", 0}};
    other.evaluation.findings
        = {{"as_timed", RuleLayer::Differential, FindingSeverity::Note, "b", 0},
           {"impossible_time", RuleLayer::Runtime, FindingSeverity::Proof, "c", 0}};
    const Evaluation all = combineShapes({own, other});
    EXPECT_EQ(all.flags, (std::vector<std::string>{"as_timed", "busy"}));
    ASSERT_EQ(all.findings.size(), 2U);
    EXPECT_EQ(all.findings[0].rule, "impossible_time") << "the most severe comes first";
    EXPECT_EQ(all.findings[1].message, "a");
}

namespace {

FurtherTime furtherOn(const std::string &shape, double milliseconds)
{
    FurtherTime out;
    out.record.task = "level1/19";
    out.record.baseline = "compile reference (cpu)";
    out.record.caseName = shape;
    out.record.milliseconds = milliseconds;
    out.record.minimumMs = milliseconds;
    out.record.originalRecord = furtherRecord("{}", "hash", std::vector{milliseconds});
    out.record.source = furtherSource;
    return out;
}

} // namespace

TEST(ShapeResults, AFurtherTimeIsTheGeometricMeanOverShapes)
{
    const FurtherTime all = combineTimes(std::vector{furtherOn("", 1), furtherOn("dim=16", 4)});
    EXPECT_EQ(all.missing, "");
    EXPECT_EQ(all.record.baseline, "compile reference (cpu)");
    EXPECT_EQ(all.record.caseName, "") << "it is one time of the task";
    EXPECT_DOUBLE_EQ(all.record.milliseconds, 2);
    EXPECT_FALSE(all.record.minimumMs);
    const Json original = Json::parse(all.record.originalRecord.toString());
    EXPECT_EQ(original, Json::parse(R"({"conditions": "{}", "task": "hash",
                              "samples_ms": {"own shape": [1.0], "dim=16": [4.0]}})"));
}

TEST(ShapeResults, AFurtherTimeMissingForOneShapeIsMissingForAll)
{
    FurtherTime missing = furtherOn("dim=16", 0);
    missing.missing = "no compiler";
    const FurtherTime all = combineTimes(std::vector{furtherOn("", 1), missing});
    EXPECT_EQ(all.missing, "dim=16: no compiler");
    EXPECT_EQ(all.record.task, "level1/19");
}

} // namespace loupe
