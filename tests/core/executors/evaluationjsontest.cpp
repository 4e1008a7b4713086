// SPDX-License-Identifier: Apache-2.0
#include "core/executors/evaluationjson.h"

#include "tests/core/store/storefixture.h"

namespace loupe {

namespace {

Json sent()
{
    Evaluation evaluation = test::fullEvaluation("Math/add", "loop");
    evaluation.counters = test::sampleCounters();
    FurtherTime further;
    further.record.task = "Math/add";
    further.record.baseline = "compile reference (cuda:0)";
    further.record.milliseconds = 0.5;
    evaluation.furtherTimes = {further, {{}, "it does not compile"}};
    return evaluationToJson(evaluation);
}

/// Parses the evaluation from its text, as after a transfer.
Result<Evaluation> arrived(const Json &json)
{
    return evaluationFromJson(parseJson(json.dump(), "test").value());
}

} // namespace

TEST(EvaluationJson, RoundTripsEveryField)
{
    const auto back = arrived(sent());
    ASSERT_TRUE(back) << back.error().detail;
    EXPECT_EQ(evaluationToJson(*back), sent());
    // Compares some fields directly, in case both directions forget the same field.
    const Evaluation original = test::fullEvaluation("Math/add", "loop");
    EXPECT_EQ(back->trials.at(0).outputs.at(0).map, original.trials.at(0).outputs.at(0).map);
    EXPECT_EQ(back->kernels, original.kernels);
    EXPECT_EQ(back->work, original.work);
    EXPECT_EQ(back->findings, original.findings);
    EXPECT_EQ(back->diagnostics, original.diagnostics);
    EXPECT_EQ(back->counters, test::sampleCounters());
    EXPECT_EQ(back->timings.at(0).samplesMs, original.timings.at(0).samplesMs);
    EXPECT_EQ(back->timings.at(0).callsPerSample, original.timings.at(0).callsPerSample);
    EXPECT_EQ(back->timings.at(0).samplesByProcess, (std::vector<std::int64_t>{2, 1}));
    ASSERT_EQ(back->furtherTimes.size(), 2U);
    EXPECT_EQ(back->furtherTimes[0].record.milliseconds, 0.5);
    EXPECT_EQ(back->furtherTimes[1].missing, "it does not compile");
    EXPECT_EQ(back->generatedCode, original.generatedCode);
    EXPECT_EQ(back->runLog, original.runLog);
    EXPECT_EQ(back->candidate.round, original.candidate.round);
    EXPECT_EQ(back->candidate.source, "") << "the asker has it";
}

TEST(EvaluationJson, EveryFieldOfTheSampleDiffersFromItsDefault)
{
    // Ensures that every field was set above; otherwise a forgotten field would go unnoticed.
    const Json full = sent();
    const Json empty = evaluationToJson(Evaluation());
    for (const auto &[key, value] : empty.items())
        EXPECT_NE(full.at(key), value) << key;
}

TEST(EvaluationJson, ProcessesOfATimingHaveAsManySamplesAsThereAre)
{
    Json json = sent();
    json.at("timings").at(0).at("samples_by_process") = {1, 2};
    EXPECT_TRUE(arrived(json));
    for (const Json &wrong : {Json{2, 2}, Json{3, 0}, Json{4, -1}}) {
        json.at("timings").at(0).at("samples_by_process") = wrong;
        EXPECT_FALSE(arrived(json)) << wrong.dump();
    }
}

TEST(EvaluationJson, RefusesIncompleteEvaluations)
{
    const Json whole = sent();
    for (const auto &[key, value] : whole.items()) {
        Json missing = whole;
        missing.erase(key);
        EXPECT_FALSE(arrived(missing)) << key;
        Json wrong = whole;
        wrong[key] = Json::object({{"unexpected", 1}});
        EXPECT_FALSE(arrived(wrong)) << key;
    }
    Json more = sent();
    more["source"] = "int main() {}";
    EXPECT_FALSE(arrived(more));
    Json inside = sent();
    inside["trials"][0]["outputs"][0]["map"]["share"] = "not base64!";
    EXPECT_FALSE(arrived(inside));
    Json verdict = sent();
    verdict["verdict"] = "excellent";
    EXPECT_FALSE(arrived(verdict));
    Json large = sent();
    large["sample"] = 1e10;
    EXPECT_FALSE(arrived(large));
    EXPECT_FALSE(arrived(Json::array()));
}

TEST(EvaluationJson, RoundTripsARun)
{
    const loupe::Run run = test::sampleRun("first");
    const auto back = runFromJson(parseJson(runToJson(run).dump(), "test").value());
    ASSERT_TRUE(back) << back.error().detail;
    EXPECT_EQ(runToJson(*back), runToJson(run));
    EXPECT_EQ(back->environment.json, run.environment.json);
}

} // namespace loupe
