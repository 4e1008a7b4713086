// SPDX-License-Identifier: Apache-2.0
#include "core/store/merge/mergesteps.h"
#include "core/store/merge/mergestores.h"
#include "core/store/read/storecheck.h"
#include "core/store/sqlite/sqlite.h"

#include <array>

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

namespace fs = std::filesystem;

class MergeTest : public StoreTest
{
protected:
    /// Makes a store with one run of `evaluations`. Task and method must be Math/add and "model".
    fs::path make(const std::string &name, const loupe::Run &run,
                  const std::vector<Evaluation> &evaluations)
    {
        fs::path file = folder() / name;
        auto writer = must(StoreWriter::open(file));
        const TaskId task = must(writer->addTask(sampleTask("Math/add", "Math")));
        const MethodId method = must(writer->addMethod(sampleMethod("model")));
        const RunId id = must(writer->beginRun(run));
        for (const Evaluation &evaluation : evaluations)
            must(writer->record(id, task, method, evaluation));
        mustSucceed(writer->setRunState(id, "finished", "2026-11-21T10:00:00Z"));
        return file;
    }
    Result<MergeSummary> merge(const std::vector<fs::path> &stores, const std::string &target)
    {
        return mergeStores(stores, folder() / target);
    }
    std::unique_ptr<StoreReader> open(const std::string &name)
    {
        return must(StoreReader::open(folder() / name));
    }
    /// Returns the tables that `kloupe sql` can read as text, which is equal for equal stores.
    std::string contents(const std::string &name)
    {
        auto database = must(Database::open(folder() / name, Database::Mode::Reading));
        std::string out;
        for (const char *sql :
             {"SELECT id, hex(sha256) FROM blob ORDER BY id",
              "SELECT id, suite, name, hash, category, sound FROM task ORDER BY id",
              "SELECT id, uuid, name, state, finished_at FROM run ORDER BY id",
              "SELECT id, task_id, method_id, source_blob, sample, round FROM candidate ORDER BY "
              "id",
              "SELECT id, run_id, task_id, candidate_id, round, attempt, is_last_round, verdict, "
              "speedup, flagged, made_of, own_share, arithmetic FROM evaluation ORDER BY id",
              "SELECT evaluation_id, decision, person, decided_at FROM review ORDER BY id",
              "SELECT evaluation_id, uuid, kind, value, undoes, person FROM annotation ORDER BY id",
              "SELECT trial_id, output, map_share FROM trial_output ORDER BY trial_id, position",
              "SELECT evaluation_id, kernel, kind, text FROM generated_code ORDER BY "
              "evaluation_id, position",
              "SELECT profile_id, name FROM kernel_counter ORDER BY profile_id, position",
              "SELECT profile_id, function, samples FROM instruction_samples ORDER BY profile_id, "
              "position",
              "SELECT evaluation_id, kind, fingerprint FROM failure ORDER BY evaluation_id",
              "SELECT name, filter, scope FROM saved_view ORDER BY name",
              "SELECT run_id, uuid, kind, person, made_at FROM run_mark ORDER BY id"}) {
            auto statement = must(database->prepare(sql));
            out += std::string(sql) + "\n";
            while (must(statement.step())) {
                for (int column = 0; column < 10; ++column)
                    out += statement.text(column) + "|";
                out += "\n";
            }
        }
        return out;
    }
};

Evaluation inRound(int round, Verdict verdict = Verdict::Correct)
{
    Evaluation evaluation = sampleEvaluation("Math/add", "model");
    evaluation.candidate.round = round;
    evaluation.candidate.source = "source of round " + std::to_string(round);
    evaluation.verdict = verdict;
    return evaluation;
}

} // namespace

TEST_F(MergeTest, KeepsTwoRuns)
{
    const auto a = make("a.kloupe", sampleRun("first"), {inRound(0), inRound(1)});
    const auto b = make("b.kloupe", sampleRun("second"), {inRound(0)});
    const MergeSummary summary = must(merge({a, b}, "c.kloupe"));
    EXPECT_EQ(summary.evaluations, 3);
    EXPECT_EQ(summary.parts[1].runs, 1);
    EXPECT_EQ(summary.parts[1].evaluations, 1);
    const auto reader = open("c.kloupe");
    EXPECT_TRUE(must(reader->check()).empty());
    EXPECT_EQ(must(reader->runs()).size(), 2U);
    EXPECT_EQ(must(reader->tasks("")).size(), 1U) << "one task, whoever brought it";
    EXPECT_EQ(must(reader->detail(RowId{3})).evaluation.candidate.source, "source of round 0");
}

TEST_F(MergeTest, CopiesEverythingOfAnEvaluation)
{
    Evaluation full = fullEvaluation("Math/add", "model");
    const auto a = make("a.kloupe", sampleRun("first"), {inRound(7)});
    const auto b = make("b.kloupe", sampleRun("second"), {full});
    {
        auto writer = must(StoreWriter::open(b));
        mustSucceed(writer->recordCounters(RowId{1}, sampleCounters()));
        mustSucceed(writer->saveView({"mine", "status:failed", "2026-11-21T10:00:00Z", "{}"}));
    }
    must(merge({a, b}, "c.kloupe"));
    const auto reader = open("c.kloupe");
    const auto before = must(must(StoreReader::open(b))->detail(RowId{1}));
    const auto after = must(reader->detail(RowId{2}));
    EXPECT_EQ(after.evaluation.trials.size(), before.evaluation.trials.size());
    EXPECT_EQ(after.evaluation.diagnostics, before.evaluation.diagnostics);
    EXPECT_EQ(after.evaluation.candidate, before.evaluation.candidate);
    EXPECT_EQ(after.evaluation.buildLog, before.evaluation.buildLog);
    EXPECT_EQ(after.evaluation.runLog, before.evaluation.runLog);
    EXPECT_EQ(after.evaluation.originalRecord, before.evaluation.originalRecord);
    EXPECT_EQ(after.evaluation.flags, before.evaluation.flags);
    EXPECT_EQ(after.evaluation.timings.size(), before.evaluation.timings.size());
    EXPECT_EQ(after.evaluation.kernels.size(), before.evaluation.kernels.size());
    EXPECT_EQ(after.evaluation.generatedCode, before.evaluation.generatedCode);
    EXPECT_EQ(after.evaluation.generatedCode.size(), full.generatedCode.size());
    EXPECT_EQ(after.counters.size(), 1U);
    EXPECT_EQ(must(reader->savedViews()).size(), 1U);
    EXPECT_TRUE(must(reader->check()).empty());
}

TEST_F(MergeTest, MergingAgainChangesNothing)
{
    const auto a = make("a.kloupe", sampleRun("first"), {inRound(0), inRound(1)});
    const auto b
        = make("b.kloupe", sampleRun("second"), {inRound(0), fullEvaluation("Math/add", "model")});
    {
        auto writer = must(StoreWriter::open(b));
        mustSucceed(writer->recordCounters(RowId{1}, sampleCounters()));
        mustSucceed(writer->saveView({"mine", "status:failed", "2026-11-21T10:00:00Z", "{}"}));
    }
    must(merge({a, b}, "c.kloupe"));
    const MergeSummary again = must(merge({folder() / "c.kloupe", b}, "d.kloupe"));
    EXPECT_EQ(again.parts[1].known, 2);
    EXPECT_EQ(again.parts[1].evaluations, 0);
    EXPECT_EQ(contents("d.kloupe"), contents("c.kloupe"));
    must(merge({a, a, b, a}, "e.kloupe"));
    EXPECT_EQ(contents("e.kloupe"), contents("c.kloupe"));
    EXPECT_TRUE(must(open("d.kloupe")->check()).empty());
}

TEST_F(MergeTest, PartsOfOneRunBecomeOne)
{
    const loupe::Run run = sampleRun("first");
    const auto a = make("a.kloupe", run, {inRound(0), inRound(1, Verdict::InfraError)});
    const auto b = make("b.kloupe", run, {inRound(1, Verdict::WrongValue), inRound(2)});
    const MergeSummary summary = must(merge({a, b}, "c.kloupe"));
    EXPECT_EQ(summary.evaluations, 3);
    EXPECT_EQ(summary.parts[1].sharedRuns, 1);
    const auto reader = open("c.kloupe");
    EXPECT_EQ(must(reader->runs()).size(), 1U);
    EXPECT_EQ(must(reader->ids(must(parseFilter("verdict:wrong_value")))).size(), 1U)
        << "a failure of the machinery gives way";
    EXPECT_EQ(must(reader->ids(must(parseFilter("verdict:infra_error")))).size(), 0U);
    EXPECT_EQ(must(reader->ids(must(parseFilter("round:last")))).size(), 1U);
    EXPECT_TRUE(must(reader->check()).empty());
    // The order of the stores makes no difference.
    must(merge({b, a}, "d.kloupe"));
    EXPECT_EQ(must(open("d.kloupe")->ids(Filter())).size(), 3U);
    EXPECT_TRUE(must(open("d.kloupe")->check()).empty());
}

TEST_F(MergeTest, OrdersReviewsOfBothByTime)
{
    Evaluation suspected = inRound(0);
    suspected.findings.push_back({"rule", RuleLayer::Static, FindingSeverity::Suspicion, "why", 1});
    const loupe::Run run = sampleRun("first");
    const auto a = make("a.kloupe", run, {suspected});
    const auto b = make("b.kloupe", run, {suspected});
    const auto review = [](const fs::path &file, ReviewDecision decision, const std::string &at) {
        must(must(StoreWriter::open(file))->recordReview({RowId{1}, decision, "P", "why", at}));
    };
    review(a, ReviewDecision::Confirmed, "2026-11-21T12:00:00Z");
    review(b, ReviewDecision::Cleared, "2026-11-21T11:00:00Z");
    must(merge({a, b}, "c.kloupe"));
    EXPECT_EQ(must(open("c.kloupe")->reviews()).size(), 2U);
    EXPECT_EQ(must(open("c.kloupe")->metricRows(Filter()))[0].isWithheld, true)
        << "confirmed an hour later";
    EXPECT_EQ(must(open("c.kloupe")->ids(must(parseFilter("reviewed:confirmed")))).size(), 1U);
    EXPECT_EQ(must(open("c.kloupe")->ids(must(parseFilter("reviewed:cleared")))).size(), 0U);
    must(merge({folder() / "c.kloupe", b}, "d.kloupe"));
    EXPECT_EQ(contents("d.kloupe"), contents("c.kloupe"));
}

TEST_F(MergeTest, KeepsAnnotationsOfBothOnce)
{
    const loupe::Run run = sampleRun("first");
    const auto a = make("a.kloupe", run, {inRound(0)});
    const auto b = make("b.kloupe", run, {inRound(0)});
    const auto uuid = [](char digit) { return std::string(32, digit); };
    const Annotation tag{{},     uuid('1'), RowId{1}, AnnotationKind::Tag,
                         "tail", {},        "P",      "2026-11-21T10:00:00Z"};
    const Annotation undo{{}, uuid('2'), RowId{1}, AnnotationKind::Undo,
                          {}, uuid('1'), "P",      "2026-11-21T11:00:00Z"};
    const Annotation redo{{}, uuid('3'), RowId{1}, AnnotationKind::Undo,
                          {}, uuid('2'), "P",      "2026-11-21T12:00:00Z"};
    const Annotation note{{},    uuid('4'), RowId{1}, AnnotationKind::Note,
                          "why", {},        "Q",      "2026-11-21T09:00:00Z"};
    must(must(StoreWriter::open(a))->annotate(std::vector{tag, undo, redo}));
    must(must(StoreWriter::open(b))->annotate(std::vector{tag, note}));
    must(merge({a, b}, "c.kloupe"));
    const auto events = must(open("c.kloupe")->annotations(std::array{RowId{1}}));
    EXPECT_EQ(events.size(), 4U);
    const Judgement judged = judgementFrom(events);
    EXPECT_EQ(judged.tags, std::vector<std::string>{"tail"}) << "taken back, and brought to life";
    ASSERT_EQ(judged.notes.size(), 1U);
    EXPECT_EQ(judged.notes[0].person, "Q");
    EXPECT_EQ(must(open("c.kloupe")->ids(must(parseFilter("tag:tail")))).size(), 1U);
    must(merge({folder() / "c.kloupe", b, a}, "d.kloupe"));
    EXPECT_EQ(contents("d.kloupe"), contents("c.kloupe"));
}

TEST_F(MergeTest, NumbersDuplicateNames)
{
    loupe::Run other = sampleRun("first");
    other.uuid = std::string(32, 'e');
    const auto a = make("a.kloupe", sampleRun("first"), {inRound(0)});
    const auto b = make("b.kloupe", other, {inRound(0)});
    for (const auto &[file, filter] :
         {std::pair(a, "status:failed"), std::pair(b, "status:correct")})
        mustSucceed(must(StoreWriter::open(file))->saveView({"mine", filter, "2026", {}}));
    const MergeSummary summary = must(merge({a, b}, "c.kloupe"));
    EXPECT_EQ(summary.parts[1].renamed,
              (std::vector<std::string>{"run \"first\" is now \"first (2)\"",
                                        "view \"mine\" is now \"mine (2)\""}));
    must(merge({folder() / "c.kloupe", b}, "d.kloupe"));
    EXPECT_EQ(contents("d.kloupe"), contents("c.kloupe"));
}

TEST_F(MergeTest, KeepsViewsWithDifferentScopes)
{
    loupe::Run other = sampleRun("second");
    other.uuid = std::string(32, 'e');
    const auto a = make("a.kloupe", sampleRun("first"), {inRound(0)});
    const auto b = make("b.kloupe", other, {inRound(0)});
    for (const auto &[file, scope] : {std::pair(a, "{}"), std::pair(b, R"({"choice":"best"})")})
        mustSucceed(must(StoreWriter::open(file))->saveView({"mine", "", "2026", scope}));
    EXPECT_EQ(must(merge({a, b}, "c.kloupe")).parts[1].renamed,
              (std::vector<std::string>{"view \"mine\" is now \"mine (2)\""}));
    must(merge({folder() / "c.kloupe", b}, "d.kloupe"));
    EXPECT_EQ(contents("d.kloupe"), contents("c.kloupe"));
}

TEST_F(MergeTest, RefusesContradictionsWithoutTraces)
{
    const loupe::Run run = sampleRun("first");
    const auto a = make("a.kloupe", run, {inRound(0)});
    const auto b = make("b.kloupe", run, {inRound(0, Verdict::WrongValue)});
    const auto refused = merge({a, b}, "c.kloupe");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Errc::InvalidInput);
    EXPECT_NE(refused.error().message.find("Math/add by model"), std::string::npos)
        << refused.error().text();

    loupe::Run elsewhere = run;
    elsewhere.environment.deviceName = "another device";
    const auto moved = make("m.kloupe", elsewhere, {inRound(0)});
    EXPECT_FALSE(merge({a, moved}, "c.kloupe"));

    std::size_t files = 0;
    for (const auto &entry : fs::directory_iterator(folder()))
        files += entry.path().filename().string().starts_with("c.kloupe") ? 1 : 0;
    EXPECT_EQ(files, 0U);
}

TEST_F(MergeTest, ASourceThatChangesAfterItsCheckIsNotMerged)
{
    const auto file = make("a.kloupe", sampleRun("first"), {inRound(0)});
    for (const bool isChanged : {false, true}) {
        auto source = must(MergeSource::open(file));
        mustSucceed(checkSound(source.database()));
        if (isChanged) {
            auto writer = must(StoreWriter::open(file));
            must(writer->addMethod(sampleMethod("another")));
        }
        auto merging = must(Database::open({}, Database::Mode::Memory));
        mustSucceed(attachStore(*merging, file, "store0"));
        auto transaction = must(Transaction::begin(*merging, Transaction::Kind::Write));
        const Status confirmed = source.confirm(*merging, "store0");
        EXPECT_EQ(static_cast<bool>(confirmed), !isChanged);
        if (isChanged) {
            EXPECT_EQ(confirmed.error().code, Errc::Busy);
            EXPECT_EQ(confirmed.error().where, file.string());
        }
    }
}

TEST_F(MergeTest, NothingIsOverwritten)
{
    const auto a = make("a.kloupe", sampleRun("first"), {inRound(0)});
    const auto again = merge({a, a}, "a.kloupe");
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().code, Errc::InvalidInput);
    EXPECT_FALSE(merge({a, folder() / "missing.kloupe"}, "c.kloupe"));
    EXPECT_FALSE(merge({}, "c.kloupe"));
    std::stop_source stopped;
    stopped.request_stop();
    const std::vector<fs::path> stores{a};
    const auto cancelled = mergeStores(stores, folder() / "c.kloupe", stopped.get_token());
    // A merge this small may finish before it checks the stop. It must be all or nothing.
    EXPECT_EQ(fs::exists(folder() / "c.kloupe"), static_cast<bool>(cancelled));
}

} // namespace loupe::test
