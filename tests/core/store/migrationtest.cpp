// SPDX-License-Identifier: Apache-2.0
#include "core/store/file/storefile.h"
#include "core/store/sqlite/rowlisting.h"
#include "core/store/write/openwriter.h"

#include <algorithm>

#include "tests/core/store/oldstore.h"

namespace loupe::test {

namespace fs = std::filesystem;

namespace {

/// Returns a possible next version: one more column, one more table, and a view that shows it.
SchemaPlan nextVersion(const std::string &step)
{
    SchemaPlan plan = currentSchema();
    plan.version += 1;
    plan.tables += "ALTER TABLE task ADD COLUMN colour TEXT NOT NULL DEFAULT 'grey';"
                   "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;";
    plan.views += "DROP VIEW IF EXISTS v_note; CREATE VIEW v_note AS SELECT * FROM note;";
    plan.steps.push_back({currentSchema().version, step});
    return plan;
}

const std::string goodStep
    = "ALTER TABLE task ADD COLUMN colour TEXT NOT NULL DEFAULT 'grey';"
      "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT";

class Migration : public StoreTest
{
protected:
    void SetUp() override
    {
        StoreTest::SetUp();
        auto writer = openWriter();
        const TaskId task = must(writer->addTask(sampleTask("Math/add", "Math")));
        const MethodId method = must(writer->addMethod(sampleMethod("loop")));
        const RunId run = must(writer->beginRun(sampleRun("first")));
        must(writer->record(run, task, method, fullEvaluation("Math/add", "loop")));
    }
    fs::path backup() const
    {
        return folder()
            / ("results.kloupe.v" + std::to_string(currentSchema().version) + "-backup");
    }
};

} // namespace

TEST_F(Migration, AnOlderStoreIsBroughtUpToDateAfterABackup)
{
    const SchemaPlan next = nextVersion(goodStep);
    ASSERT_TRUE(openStoreWriter(storeFile(), next));
    auto database = must(openForReading(storeFile(), next));
    EXPECT_EQ(must(database->lookup("PRAGMA user_version")), next.version);
    EXPECT_EQ(must(database->lookup("SELECT count(*) FROM evaluation")), 1);
    EXPECT_EQ(must(database->lookup("SELECT count(*) FROM task WHERE colour = 'grey'")), 1);
    EXPECT_EQ(must(database->lookup("SELECT count(*) FROM v_note")), 0);

    ASSERT_TRUE(fs::exists(backup()));
    EXPECT_EQ(must(must(StoreReader::open(backup()))->ids(Filter())).size(), 1U)
        << "the backup is a store of the old version";
    EXPECT_FALSE(fs::exists(backup().string() + ".new"));
}

TEST_F(Migration, TheOldProgramRefusesTheNewStore)
{
    ASSERT_TRUE(openStoreWriter(storeFile(), nextVersion(goodStep)));
    EXPECT_EQ(StoreReader::open(storeFile()).error().code, Errc::Unsupported);
    EXPECT_EQ(StoreWriter::open(storeFile()).error().code, Errc::Unsupported);
}

TEST_F(Migration, AReaderNeverMigrates)
{
    const std::string before = must(readFile(storeFile()));
    const auto reader = openForReading(storeFile(), nextVersion(goodStep));
    ASSERT_FALSE(reader);
    EXPECT_EQ(reader.error().code, Errc::Unsupported);
    EXPECT_NE(reader.error().hint.find("keeps a backup"), std::string::npos);
    EXPECT_EQ(must(readFile(storeFile())), before);
    EXPECT_FALSE(fs::exists(backup()));
}

TEST_F(Migration, FailedStepKeepsTheOldVersion)
{
    const SchemaPlan broken = nextVersion(goodStep + "; INSERT INTO task SELECT * FROM task");
    EXPECT_FALSE(openStoreWriter(storeFile(), broken));
    EXPECT_TRUE(fs::exists(backup()));
    EXPECT_EQ(must(openReader()->ids(Filter())).size(), 1U);
    EXPECT_EQ(must(openReader()->check()), std::vector<std::string>());
    // A second attempt keeps the first backup and makes another.
    EXPECT_TRUE(openStoreWriter(storeFile(), nextVersion(goodStep)));
    EXPECT_TRUE(fs::exists(backup().string() + "-1"));
}

TEST_F(Migration, AMissingStepIsAnErrorNotAGap)
{
    SchemaPlan gap = nextVersion(goodStep);
    gap.version = currentSchema().version + 2;
    const auto writer = openStoreWriter(storeFile(), gap);
    ASSERT_FALSE(writer);
    EXPECT_EQ(writer.error().code, Errc::Internal);
    EXPECT_EQ(must(openReader()->ids(Filter())).size(), 1U);
}

TEST_F(Migration, DocumentedViewsExist)
{
    auto database = must(openForReading(storeFile(), currentSchema()));
    for (const char *view :
         {"v_run",        "v_task",       "v_method",  "v_candidate",  "v_evaluation",
          "v_flag",       "v_trial",      "v_output",  "v_timing",     "v_kernel",
          "v_work",       "v_counter",    "v_finding", "v_review",     "v_diagnostic",
          "v_transition", "v_blob",       "v_verdict", "v_golden",     "v_imported_file",
          "v_failure",    "v_saved_view", "v_figure",  "v_run_preset", "v_generated_code"}) {
        const auto rows = database->lookup("SELECT count(*) FROM " + std::string(view));
        EXPECT_TRUE(rows) << view;
    }
    EXPECT_TRUE(database->lookup("SELECT count(*) FROM v_instruction_samples"));
    EXPECT_EQ(must(database->lookup("SELECT count(*) FROM v_evaluation WHERE task = 'Math/add' AND "
                                    "run = 'first' AND outcome = 'wrong' AND device = 'Test CPU'")),
              1);
    EXPECT_EQ(must(database->lookup("SELECT count(*) FROM v_diagnostic WHERE is_first_cause")), 1);
    EXPECT_EQ(must(database->lookup("SELECT count(*) FROM v_output WHERE pattern <> ''")), 1);
}

namespace {

class MigrationFromVersion1 : public OldStore
{
protected:
    /// Makes a store of version 1 with one compared output.
    void makeStore() const
    {
        const auto database = makeOld(1);
        mustSucceed(database->execute(
            "INSERT INTO verdict VALUES ('correct', 0, 'correct', 'none', 'old label', 'old.');"
            "INSERT INTO verdict VALUES ('wrong_tail', 2, 'wrong', 'verify', 'wrong tail', "
            "'tail.');"
            "INSERT INTO task VALUES (1, 'native', 'Math/add', 'Math', NULL, 'add', 'h', NULL, "
            "'cpp', NULL, NULL, '');"
            "INSERT INTO method VALUES (1, 'loop', 'model', '', 0);"
            "INSERT INTO environment VALUES (1, 'Test CPU', 'cpu', '{}');"
            "INSERT INTO run VALUES (1, 'u', 'first', 'native', 'engine', 'native-1', '', '0.1.0', "
            "'{}', '', '', 'finished', 1);"
            "INSERT INTO candidate VALUES (1, 1, 1, 0, 0, NULL, NULL, 'cpp', 'a.cpp');"
            "INSERT INTO evaluation VALUES (1, 1, 1, 1, 1, 0, 0, 0, 1, 'Math', 'wrong', "
            "'wrong_tail', 'wrong_tail', NULL, NULL, NULL, NULL, NULL, 'tail');"
            "INSERT INTO evaluation_extra VALUES (1, '', NULL, NULL, NULL, NULL, NULL, NULL, '', "
            "'');"
            "INSERT INTO trial VALUES (1, 1, 0, '', '', 'wrong_tail', 'tail');"
            "INSERT INTO trial_output VALUES (1, 0, 'y', 10, 3, 0, 0, 1.0, 0.5, 2.0, 0.0, 0.0, "
            "'[10]', '[9]', 1.0, 2.0, '[7]', 'the last 3 of 10 elements');"));
    }
};

} // namespace

TEST_F(MigrationFromVersion1, KeepsOldDataAndAcceptsNew)
{
    makeStore();
    {
        auto writer = must(StoreWriter::open(storeFile()));
        const TaskId task = must(writer->addTask(sampleTask("Math/mul", "Math")));
        const MethodId method = must(writer->addMethod(sampleMethod("loop")));
        const RunId run = must(writer->beginRun(sampleRun("second")));
        Evaluation evaluation = fullEvaluation("Math/mul", "loop");
        evaluation.verdict = Verdict::WrongStructure; // unknown in version 1
        const RowId id = must(writer->record(run, task, method, evaluation));
        const EvaluationDetail detail = must(openReader()->detail(id));
        EXPECT_EQ(detail.evaluation.verdict, Verdict::WrongStructure);
        EXPECT_EQ(detail.evaluation.trials[0].outputs[0].map, evaluation.trials[0].outputs[0].map);
    }
    ASSERT_TRUE(fs::exists(folder() / "results.kloupe.v1-backup"));
    const auto reader = openReader();
    EXPECT_EQ(must(reader->check()), std::vector<std::string>());
    const EvaluationDetail old = must(reader->detail(RowId{1}));
    ASSERT_EQ(old.evaluation.trials.size(), 1U);
    const OutputComparison &output = old.evaluation.trials[0].outputs.at(0);
    EXPECT_EQ(output.pattern, "the last 3 of 10 elements");
    EXPECT_EQ(output.map, MismatchMap());
    EXPECT_EQ(output.dtype, "");
    EXPECT_EQ(output.cosine, std::nullopt);
}

TEST_F(MigrationFromVersion1, MakesTheTablesOfANewStore)
{
    makeStore();
    ASSERT_TRUE(StoreWriter::open(storeFile()));
    expectTablesOfANewStore();
    const fs::path fresh = folder() / "fresh.kloupe";
    const auto migrated = must(openForReading(storeFile(), currentSchema()));
    const auto made = must(openForReading(fresh, currentSchema()));
    const char *verdicts = "SELECT group_concat(id || position || label) FROM (SELECT * FROM "
                           "verdict ORDER BY position)";
    const auto textOf
        = [&](Database &database) { return must(readList<std::string>(database, verdicts)).at(0); };
    EXPECT_EQ(textOf(*migrated), textOf(*made));
}

using MigrationFromVersion2 = OldStore;

TEST_F(MigrationFromVersion2, KeepsOldDataAndAcceptsNew)
{
    mustSucceed(makeOld(2)->execute("INSERT INTO method VALUES (1, 'loop', 'model', '', 0);"));
    {
        auto writer = must(StoreWriter::open(storeFile()));
        const TaskId task = must(writer->addTask(sampleTask("Math/mul", "Math")));
        const MethodId method = must(writer->addMethod(sampleMethod("loop")));
        EXPECT_EQ(method.value, 1);
        const RunId run = must(writer->beginRun(sampleRun("second")));
        const RowId id
            = must(writer->record(run, task, method, fullEvaluation("Math/mul", "loop")));
        mustSucceed(writer->recordCounters(id, sampleCounters()));
        EXPECT_EQ(must(openReader()->detail(id)).counters.at(0), sampleCounters());
    }
    EXPECT_TRUE(fs::exists(folder() / "results.kloupe.v2-backup"));
    EXPECT_EQ(must(openReader()->check()), std::vector<std::string>());
    // Checks the migrated names, and that the index exists.
    auto migrated = must(openForReading(storeFile(), currentSchema()));
    EXPECT_EQ(must(migrated->lookup("PRAGMA user_version")), currentSchema().version);
    EXPECT_EQ(must(migrated->lookup("SELECT count(*) FROM sqlite_schema WHERE name = "
                                    "'counter_profile_evaluation'")),
              1);
}

using MigrationFromVersion3 = OldStore;

TEST_F(MigrationFromVersion3, GivesTheSameTablesAsANewStore)
{
    makeOld(3);
    EXPECT_TRUE(StoreWriter::open(storeFile()));
    expectTablesOfANewStore();
}

using MigrationFromVersion4 = OldStore;

TEST_F(MigrationFromVersion4, GivesTheSameTablesAsANewStore)
{
    makeOld(4);
    mustSucceed(openWriter()->savePreset({"mine", "{}", "2026-11-22T13:00:00Z"}));
    expectTablesOfANewStore();
}

using MigrationFromVersion5 = OldStore;

TEST_F(MigrationFromVersion5, ViewsStayAndHaveNoScope)
{
    mustSucceed(makeOld(5)->execute("INSERT INTO saved_view VALUES ('old', 'speedup>1', '2026')"));
    mustSucceed(openWriter()->saveView({"new", "", "2026", "{}"}));
    const std::vector<SavedView> expected{{"new", "", "2026", "{}"},
                                          {"old", "speedup>1", "2026", {}}};
    EXPECT_EQ(must(openReader()->savedViews()), expected);
    expectTablesOfANewStore();
}

using MigrationFromVersion6 = OldStore;

TEST_F(MigrationFromVersion6, CandidatesStayAndHaveNoRequest)
{
    mustSucceed(makeOld(6)->execute(
        "INSERT INTO task VALUES (1, 's', 't', 'c', NULL, '', '', NULL, '', NULL, NULL, '');"
        "INSERT INTO method VALUES (1, 'm', 'model', '', 0);"
        "INSERT INTO candidate VALUES (1, 1, 1, 0, 0, NULL, NULL, 'cpp', 'a.cpp', 5, 6, 1, "
        "0.5, 2.0)"));
    EXPECT_TRUE(StoreWriter::open(storeFile()));
    EXPECT_TRUE(fs::exists(folder() / "results.kloupe.v6-backup"));
    auto migrated = must(openForReading(storeFile(), currentSchema()));
    EXPECT_EQ(must(migrated->lookup("SELECT output_tokens FROM v_candidate WHERE task = 't' AND "
                                    "request_id IS NULL")),
              6);
    expectTablesOfANewStore();
    EXPECT_EQ(must(openReader()->check()), std::vector<std::string>());
}

namespace {

class MigrationFromVersion8 : public OldStore
{
protected:
    /// Makes a store of version 8 with one run of this profile, and a correct
    /// evaluation for each list of findings.
    void makeStore(const std::string &profile, const std::vector<std::vector<Finding>> &findings)
    {
        const auto database = makeOld(8);
        mustSucceed(database->execute(
            "INSERT INTO verdict VALUES ('correct', 0, 'correct', 'none', 'correct', 'right.');"
            "INSERT INTO task VALUES (1, 's', 't', 'c', NULL, '', '', NULL, '', NULL, NULL, '');"
            "INSERT INTO method VALUES (1, 'm', 'model', '', 0);"
            "INSERT INTO environment VALUES (1, 'Test GPU', 'cuda', '{}')"));
        mustSucceed(database->run("INSERT INTO run (id, uuid, name, suite, origin, protocol, "
                                  "sandbox, tool_version, profile_json, started_at, finished_at, "
                                  "state, environment_id) VALUES (1, 'u', 'r', 's', 'engine', "
                                  "'p', '', '1', ?, '', '', 'finished', 1)",
                                  profile));
        for (std::size_t i = 0; i < findings.size(); ++i)
            addEvaluation(*database, static_cast<std::int64_t>(i + 1), findings[i]);
    }

    /// Migrates the store by opening it for writing, and returns its rows.
    std::vector<ResultRow> migrated()
    {
        must(StoreWriter::open(storeFile()));
        const auto reader = openReader();
        EXPECT_EQ(must(reader->check()), std::vector<std::string>());
        return reader->fetch(must(reader->ids(Filter())));
    }

    std::vector<std::int64_t> idsOf(const std::string &filter)
    {
        std::vector<std::int64_t> out;
        for (const RowId id : must(openReader()->ids(must(parseFilter(filter)))))
            out.push_back(id.value);
        return out;
    }

private:
    static void addEvaluation(Database &database, std::int64_t id,
                              const std::vector<Finding> &findings)
    {
        mustSucceed(database.run("INSERT INTO candidate (id, task_id, method_id, sample, round, "
                                 "language, file_name) VALUES (?1, 1, 1, ?1, 0, 'python', '')",
                                 id));
        const bool isGrave = std::ranges::any_of(
            findings, [](const Finding &one) { return one.severity != FindingSeverity::Note; });
        mustSucceed(database.run(
            "INSERT INTO evaluation VALUES (?1, 1, 1, 1, ?1, ?1, 0, 0, 1, 'c', 'correct', "
            "'correct', 'correct', NULL, NULL, NULL, NULL, NULL, '', ?2)",
            id, isGrave));
        mustSucceed(database.run("INSERT INTO evaluation_extra VALUES (?, '', NULL, NULL, NULL, "
                                 "NULL, NULL, NULL, '', '')",
                                 id));
        if (isGrave)
            mustSucceed(database.run("INSERT INTO evaluation_flag VALUES (?, 0, 'suspicion')", id));
        int position = 0;
        for (const Finding &one : findings)
            mustSucceed(database.run("INSERT INTO finding VALUES (?, ?, ?, ?, ?, ?, ?)", id,
                                     position++, one.rule, layerName(one.layer),
                                     severityName(one.severity), one.message, one.line));
    }
};

Finding suspicion(const std::string &rule, const std::string &message = {})
{
    return {rule, RuleLayer::Static, FindingSeverity::Suspicion, message, 1};
}

} // namespace

TEST_F(MigrationFromVersion8, CompositionSuspicionsBecomeTraits)
{
    makeStore(R"({"library": "mixed"})",
              {{suspicion("library_only")},
               {suspicion("own_share",
                          "3.2 % of the device time is in kernels of its own; most "
                          "is in at::native::x")},
               {suspicion("own_share",
                          "0.0 % of the device time is in kernels of its own; most "
                          "is in at::native::x"),
                suspicion("same_kernels")},
               {suspicion("dead_kernel"), suspicion("threads")},
               {suspicion("precision_flags", "changes torch.backends.cuda.matmul.allow_tf32"),
                suspicion("global_flags_changed")},
               {suspicion("precision_flags", "calls torch.set_num_threads"),
                suspicion("global_flags_changed")},
               {suspicion("fallback")},
               {}});
    const std::vector<ResultRow> rows = migrated();
    ASSERT_EQ(rows.size(), 8U);
    EXPECT_EQ(rows[0].traits, (KernelTraits{.madeOf = MadeOf::LibraryOnly}));
    EXPECT_EQ(rows[1].traits, (KernelTraits{MadeOf::Mixed, 0.032}));
    EXPECT_EQ(rows[2].traits, (KernelTraits{MadeOf::LibraryOnly, 0.0}));
    EXPECT_EQ(rows[3].traits, (KernelTraits{.madeOf = MadeOf::LibraryOnly}));
    EXPECT_EQ(rows[4].traits, (KernelTraits{.arithmetic = Arithmetic::Reduced}));
    EXPECT_EQ(rows[5].traits, KernelTraits());
    EXPECT_EQ(rows[6].traits, (KernelTraits{.madeOf = MadeOf::Mixed}));
    EXPECT_EQ(rows[7].traits, KernelTraits());
    EXPECT_EQ(idsOf("flagged:yes"), (std::vector<std::int64_t>{4, 6})) << "threads, other switches";
    EXPECT_EQ(idsOf("flag:suspicion"), idsOf("flagged:yes"));
    EXPECT_EQ(idsOf("finding:note"), (std::vector<std::int64_t>{1, 2, 3, 4, 5, 7}));
    EXPECT_EQ(idsOf("rule:library_only,own_share"), (std::vector<std::int64_t>{1, 2, 3}));
}

TEST_F(MigrationFromVersion8, ChosenPolicyKeepsItsSuspicions)
{
    makeStore(R"({"library": "pure"})", {{suspicion("library_use")}});
    const std::vector<ResultRow> rows = migrated();
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].traits.madeOf, MadeOf::Mixed);
    EXPECT_EQ(idsOf("flagged:yes"), (std::vector<std::int64_t>{1}));
}

TEST_F(MigrationFromVersion8, KeepsFallbackSuspicionIfOnlyTheLibraryRan)
{
    makeStore("not JSON",
              {{suspicion("fallback")},
               {suspicion("fallback"),
                suspicion("own_share",
                          "0.0 % of the device time is in kernels of its own; most "
                          "is in at::native::x")}});
    migrated();
    EXPECT_EQ(idsOf("flagged:yes"), (std::vector<std::int64_t>{2}));
}

TEST_F(MigrationFromVersion8, GivesTheSameTablesAsANewStore)
{
    makeStore("{}", {});
    EXPECT_TRUE(StoreWriter::open(storeFile()));
    expectTablesOfANewStore();
}

using MigrationFromVersion9 = OldStore;

TEST_F(MigrationFromVersion9, RenamesWithheldToFlagged)
{
    mustSucceed(
        makeOldStore(storeFile(), 9, "store-v9.sql")
            ->execute("INSERT INTO finding VALUES (3, 0, 'threads', 'static', 'proof', '', 1);"
                      "UPDATE evaluation SET withheld = 1 WHERE id = 3;"
                      "CREATE VIEW mine AS SELECT evaluation_id FROM v_evaluation WHERE "
                      "withheld = 1"));
    const auto refused = StoreWriter::open(storeFile());
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("the view \"mine\""), std::string::npos)
        << refused.error().text();
    mustSucceed(
        must(Database::open(storeFile(), Database::Mode::ReadWrite))->execute("DROP VIEW mine"));
    must(StoreWriter::open(storeFile()));
    const auto reader = openReader();
    EXPECT_EQ(must(reader->check()), std::vector<std::string>());
    EXPECT_EQ(must(reader->ids(must(parseFilter("flagged:yes")))), std::vector<RowId>{RowId{3}});
    auto database = must(openForReading(storeFile(), currentSchema()));
    EXPECT_EQ(must(database->lookup("SELECT evaluation_id FROM v_evaluation WHERE flagged = 1")),
              3);
    EXPECT_EQ(must(database->lookup("SELECT evaluation_id FROM v_evaluation WHERE withheld = 1")),
              3)
        << "its name up to version 0.3";
    EXPECT_EQ(must(database->lookup("SELECT count(*) FROM v_evaluation WHERE speedup IS NOT "
                                    "recorded_speedup")),
              0);
}

} // namespace loupe::test
