// SPDX-License-Identifier: Apache-2.0
#include "core/store/file/storefile.h"
#include "core/store/sqlite/rowlisting.h"
#include "core/store/write/storewriter.h"

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

using OldStore = StoreTest;

TEST_F(OldStore, AVersionBeforeTheFirstReleaseIsRefusedUnchanged)
{
    makeOldStore(storeFile(), 8, "store-v9.sql");
    const std::string before = must(readFile(storeFile()));
    for (const Error &error :
         {StoreWriter::open(storeFile()).error(), StoreReader::open(storeFile()).error()}) {
        EXPECT_EQ(error.code, Errc::Unsupported);
        EXPECT_EQ(error.message, "the store has version 8, this program reads 9 and later");
        EXPECT_NE(error.hint.find("KernelLoupe 0.3"), std::string::npos);
    }
    EXPECT_EQ(must(readFile(storeFile())), before);
}

TEST_F(OldStore, Version9HasWithheldWhereLaterOnesHaveFlagged)
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
