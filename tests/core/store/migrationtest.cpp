// SPDX-License-Identifier: Apache-2.0
#include "core/store/openwriter.h"

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace fs = std::filesystem;

namespace {

/// The next version as it might be: one more column, one more table, one view that shows it.
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
    fs::path backup() const { return folder() / "results.kloupe.v1-backup"; }
};

} // namespace

TEST_F(Migration, AnOlderStoreIsBroughtUpToDateAfterABackup)
{
    const SchemaPlan next = nextVersion(goodStep);
    ASSERT_TRUE(openStoreWriter(storeFile(), next));
    auto database = must(openForReading(storeFile(), next));
    EXPECT_EQ(must(database->lookup("PRAGMA user_version")), 2);
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
    EXPECT_NE(reader.error().hint.find("after a backup"), std::string::npos);
    EXPECT_EQ(must(readFile(storeFile())), before);
    EXPECT_FALSE(fs::exists(backup()));
}

TEST_F(Migration, AStepThatFailsLeavesTheOldVersion)
{
    const SchemaPlan broken = nextVersion(goodStep + "; THIS IS NOT SQL");
    EXPECT_FALSE(openStoreWriter(storeFile(), broken));
    EXPECT_TRUE(fs::exists(backup()));
    EXPECT_EQ(must(openReader()->ids(Filter())).size(), 1U);
    EXPECT_EQ(must(openReader()->check()), std::vector<std::string>());
    // Tried again, the first backup is kept and a second one made.
    EXPECT_TRUE(openStoreWriter(storeFile(), nextVersion(goodStep)));
    EXPECT_TRUE(fs::exists(backup().string() + "-1"));
}

TEST_F(Migration, AMissingStepIsAnErrorNotAGap)
{
    SchemaPlan gap = nextVersion(goodStep);
    gap.version = 3;
    const auto writer = openStoreWriter(storeFile(), gap);
    ASSERT_FALSE(writer);
    EXPECT_EQ(writer.error().code, Errc::Internal);
    EXPECT_EQ(must(openReader()->ids(Filter())).size(), 1U);
}

TEST_F(Migration, TheViewsThatAreDocumentedExist)
{
    auto database = must(openForReading(storeFile(), currentSchema()));
    for (const char *view :
         {"v_run", "v_task", "v_method", "v_candidate", "v_evaluation", "v_flag", "v_trial",
          "v_output", "v_timing", "v_diagnostic", "v_transition", "v_blob", "v_verdict"}) {
        const auto rows = database->lookup("SELECT count(*) FROM " + std::string(view));
        EXPECT_TRUE(rows) << view;
    }
    EXPECT_EQ(must(database->lookup("SELECT count(*) FROM v_evaluation WHERE task = 'Math/add' AND "
                                    "run = 'first' AND outcome = 'wrong' AND device = 'Test CPU'")),
              1);
    EXPECT_EQ(must(database->lookup("SELECT count(*) FROM v_diagnostic WHERE is_first_cause")), 1);
    EXPECT_EQ(must(database->lookup("SELECT count(*) FROM v_output WHERE pattern <> ''")), 1);
}

} // namespace loupe::test
