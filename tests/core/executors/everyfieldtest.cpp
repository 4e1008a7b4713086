// SPDX-License-Identifier: Apache-2.0
//
// Transfers every field of an evaluation on each path: the judge's answer, ssh, a store, an import,
// a merge, a shard, a bundle. Compares by the single listing of fields, which does not compile if a
// member is missing.
#include "core/base/fieldlisting.h"
#include "core/engine/run/bundle.h"
#include "core/executors/evaluationjson.h"
#include "core/judge/comparisonjson.h"
#include "core/model/record/evaluationfields.h"
#include "core/store/merge/mergestores.h"

#include <algorithm>
#include <numeric>

#include "tests/core/executors/distinctfields.h"
#include "tests/core/store/storefixture.h"

namespace loupe {

namespace {

/// Sets the fields of a candidate that the listing leaves to both ends.
void completeCandidate(Candidate &candidate)
{
    auto &[task, method, sample, round, source, language, fileName, feedback, cost, request]
        = candidate;
    task = "Math/add";
    method = "loop";
    EXPECT_NE(sample, 0);
    EXPECT_NE(round, 0);
    source = "the source";
    language = "the language";
    fileName = "the name of the file";
    feedback = "the feedback";
    cost = {10001, 10002, 10003, 10004.5, 10005.5};
    EXPECT_EQ(request, ""); // for dialogues: tests/core/store/rows/dialoguetest.cpp
}

Evaluation distinctEvaluation()
{
    Evaluation out;
    test::DistinctFields fields;
    listFields(fields, out);
    completeCandidate(out.candidate);
    out.traits.ownShare = 0.375;
    for (Trial &trial : out.trials) {
        for (OutputComparison &output : trial.outputs) {
            output.map = {2, 3, 5, 7, {9, 8, 7, 6, 5, 255}};
            output.elements += 1000000; // at least as many as differ
            output.errorCounts.resize(errorBins);
            std::iota(output.errorCounts.begin(), output.errorCounts.end(), 20000 + trial.index);
        }
    }
    for (TimingSeries &series : out.timings) {
        EXPECT_GE(series.samplesMs.size(), 2U);
        series.samplesByProcess = {1, std::ssize(series.samplesMs) - 1}; // must add up
    }
    return out;
}

Json throughText(const Json &json)
{
    return parseJson(json.dump(), "test").value();
}

class EveryField : public test::StoreTest
{
protected:
    /// Makes a store with `evaluation` in a run whose fields are all set.
    std::filesystem::path storeWith(const std::string &name, const Evaluation &evaluation,
                                    bool isImport)
    {
        std::filesystem::path file = folder() / name;
        auto writer = test::must(StoreWriter::open(file));
        const TaskId task = test::must(writer->addTask(test::sampleTask("Math/add", "Math")));
        const MethodId method = test::must(writer->addMethod(test::sampleMethod("loop")));
        const RunId id = test::must(writer->beginRun(m_run));
        if (isImport) {
            StoredNames names;
            names.tasks.emplace("Math/add", task);
            names.methods.emplace("loop", method);
            test::mustSucceed(
                writer->recordAll(id, std::span(&evaluation, 1), names, [] { return Status(); }));
        } else {
            test::must(writer->record(id, task, method, evaluation));
        }
        test::mustSucceed(writer->setRunState(id, "finished", "2026-11-21T10:00:00Z"));
        return file;
    }

    void expectHolds(const std::filesystem::path &file, const Evaluation &expected) const
    {
        const auto reader = test::must(StoreReader::open(file));
        const auto ids = test::must(reader->ids(Filter()));
        ASSERT_EQ(ids.size(), 1U);
        EvaluationDetail found = test::must(reader->detail(ids.front()));
        ASSERT_EQ(found.counters.size(), 1U);
        found.evaluation.counters = found.counters.front();
        EXPECT_EQ(found.evaluation.candidate, expected.candidate);
        Evaluation ofStore = expected;
        ofStore.furtherTimes.clear(); // of the run and the task, see below
        EXPECT_EQ(fieldsToJson(found.evaluation), fieldsToJson(ofStore));
        EXPECT_EQ(fieldsToJson(found.run), fieldsToJson(m_run));
        EXPECT_EQ(found.run.uuid, m_run.uuid);
        EXPECT_EQ(found.run.name, m_run.name);
        EXPECT_EQ(found.run.suite, m_run.suite);
    }

    const Evaluation m_evaluation = distinctEvaluation();
    const loupe::Run m_run = [] {
        loupe::Run out = test::sampleRun("the run");
        test::DistinctFields fields;
        listFields(fields, out);
        out.profileJson = R"({"candidates":[],"protocol":"native-1"})";
        return out;
    }();
};

} // namespace

TEST_F(EveryField, HasADistinctValue)
{
    const Json distinct = fieldsToJson(m_evaluation);
    const Json empty = fieldsToJson(Evaluation());
    for (const auto &[key, value] : empty.items())
        EXPECT_NE(distinct.at(key), value) << key;
    const Json output = fieldsToJson(m_evaluation.trials.front().outputs.front());
    const Json none = fieldsToJson(OutputComparison());
    for (const auto &[key, value] : none.items())
        EXPECT_NE(output.at(key), value) << key;
}

TEST_F(EveryField, IsFilledByTheJudge)
{
    for (const Trial &trial : m_evaluation.trials) {
        for (const OutputComparison &output : trial.outputs) {
            const auto back = comparisonFromJson(throughText(toJson(output)));
            ASSERT_TRUE(back) << back.error().detail;
            EXPECT_EQ(fieldsToJson(*back), fieldsToJson(output));
            EXPECT_EQ(back->errorCounts, output.errorCounts);
            EXPECT_EQ(back->map, output.map);
        }
    }
}

TEST_F(EveryField, IsReceivedFromANode)
{
    const auto back = evaluationFromJson(throughText(evaluationToJson(m_evaluation)));
    ASSERT_TRUE(back) << back.error().detail;
    EXPECT_EQ(fieldsToJson(*back), fieldsToJson(m_evaluation));
    EXPECT_EQ(back->trials.front().outputs.front().errorCounts,
              m_evaluation.trials.front().outputs.front().errorCounts);
    const auto run = runFromJson(throughText(runToJson(m_run)));
    ASSERT_TRUE(run) << run.error().detail;
    EXPECT_EQ(fieldsToJson(*run), fieldsToJson(m_run));
}

TEST_F(EveryField, IsStored)
{
    expectHolds(storeWith("a.kloupe", m_evaluation, false), m_evaluation);
}

TEST_F(EveryField, TimesOfFurtherBaselinesAreStoredWithTheRun)
{
    Evaluation evaluation = m_evaluation;
    ASSERT_EQ(evaluation.furtherTimes.size(), 2U);
    evaluation.furtherTimes.front().missing.clear();
    const GoldenRecord &timed = evaluation.furtherTimes.front().record;
    const auto file = storeWith("a.kloupe", evaluation, false);
    const auto stored = test::must(test::must(StoreReader::open(file))->goldenRecords({}));
    ASSERT_EQ(stored.size(), 1U) << "a missing time is none";
    GoldenRecord expected = timed;
    expected.task = "Math/add";
    EXPECT_EQ(stored.front().record, expected);
    EXPECT_EQ(stored.front().run, m_run.name);
}

TEST_F(EveryField, IsStoredByAnImport)
{
    expectHolds(storeWith("a.kloupe", m_evaluation, true), m_evaluation);
}

TEST_F(EveryField, IsMerged)
{
    const auto file = storeWith("a.kloupe", m_evaluation, false);
    ASSERT_TRUE(mergeStores(std::vector{file}, folder() / "merged.kloupe"));
    expectHolds(folder() / "merged.kloupe", m_evaluation);
}

TEST_F(EveryField, IsKeptByAShard)
{
    const auto file = storeWith("a.kloupe", m_evaluation, false);
    test::must(test::must(StoreWriter::open(folder() / "home.kloupe"))->absorb(file));
    expectHolds(folder() / "home.kloupe", m_evaluation);
}

TEST_F(EveryField, IsKeptByABundle)
{
    const auto file = storeWith("a.kloupe", m_evaluation, false);
    const auto id = test::must(test::must(StoreReader::open(file))->ids(Filter())).front();
    test::mustSucceed(writeBundle(file, id, folder() / "bundle"));
    expectHolds(folder() / "bundle" / "evaluation.kloupe", m_evaluation);
}

} // namespace loupe
