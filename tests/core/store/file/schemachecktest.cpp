// SPDX-License-Identifier: Apache-2.0
//
// Tests foreign stores: foreign SQL is found and never run by a writer, and numbers that contradict
// their samples are reported.
#include "core/store/file/schemacheck.h"

#include "core/store/file/storefile.h"
#include "core/store/write/storewriter.h"

#include <sqlite3.h>

#include "tests/core/store/oldstore.h"

namespace loupe::test {

namespace fs = std::filesystem;

namespace {

class ForeignStore : public StoreTest
{
protected:
    void SetUp() override
    {
        StoreTest::SetUp();
        fill(sampleEvaluation("Math/add", "loop"));
    }

    /// Makes a closed store with one evaluation.
    void fill(const Evaluation &evaluation)
    {
        fs::remove(storeFile());
        auto writer = openWriter();
        const TaskId task = must(writer->addTask(sampleTask("Math/add", "Math")));
        const MethodId method = must(writer->addMethod(sampleMethod("loop")));
        const RunId run = must(writer->beginRun(sampleRun("first")));
        must(writer->record(run, task, method, evaluation));
    }

    /// Runs SQL on the store like another program, leaving one file.
    void change(const std::string &sql) const
    {
        sqlite3 *handle = nullptr;
        ASSERT_EQ(sqlite3_open(storeFile().c_str(), &handle), SQLITE_OK);
        const std::string whole = sql + "; PRAGMA journal_mode = DELETE";
        EXPECT_EQ(sqlite3_exec(handle, whole.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
            << sqlite3_errmsg(handle);
        sqlite3_close(handle);
    }

    /// Expects that writers refuse the store with a message about `object` and leave it unchanged.
    /// Readers read it and report it, the check names it, and a merge fails without output.
    void expectMarked(const std::string &object)
    {
        const std::string before = must(readFile(storeFile()));
        const auto writer = StoreWriter::open(storeFile());
        ASSERT_FALSE(writer) << object;
        EXPECT_EQ(writer.error().code, Errc::InvalidInput);
        EXPECT_NE(writer.error().message.find(object), std::string::npos) << writer.error().message;
        EXPECT_FALSE(writer.error().hint.empty());
        const auto foreign = must(foreignSchema(storeFile()));
        ASSERT_EQ(foreign.size(), 1U);
        EXPECT_NE(foreign.front().find(object), std::string::npos) << foreign.front();
        const auto problems = must(openReader()->check());
        ASSERT_FALSE(problems.empty());
        EXPECT_EQ(problems.front(), foreign.front());
        const std::vector<fs::path> stores{storeFile()};
        EXPECT_FALSE(mergeStores(stores, folder() / "merged.kloupe"));
        EXPECT_FALSE(fs::exists(folder() / "merged.kloupe"));
        EXPECT_EQ(must(readFile(storeFile())), before);
    }
};

Evaluation timedEvaluation()
{
    Evaluation out = sampleEvaluation("Math/add", "loop"); // 3 ms and 1.5 ms: 2 times as fast
    out.timings = {{"baseline", "engine_wall", "big", {2.5, 3.0, 7.0}, {4, 4, 4}, 0.01},
                   {"candidate", "engine_wall", "big", {1.5, 1.25, 9.0}, {8, 8, 8}, 0.01}};
    return out;
}

} // namespace

TEST_F(ForeignStore, AcceptsAnUnmodifiedStore)
{
    EXPECT_TRUE(must(foreignSchema(storeFile())).empty());
    EXPECT_TRUE(StoreWriter::open(storeFile()));
    change("ANALYZE");
    EXPECT_TRUE(must(openReader()->check()).empty());
    EXPECT_TRUE(StoreWriter::open(storeFile()));
}

TEST_F(ForeignStore, NeverRunsATrigger)
{
    change("CREATE TRIGGER helper AFTER UPDATE ON verdict BEGIN "
           "UPDATE evaluation SET speedup = 100; END");
    expectMarked("the trigger \"helper\"");
    const std::vector<RowId> ids = must(openReader()->ids(Filter()));
    EXPECT_EQ(openReader()->fetch(ids).at(0).speedup, 2.0);
}

TEST_F(ForeignStore, AChangedTriggerIsFound)
{
    change("DROP TRIGGER review_update; CREATE TRIGGER review_update BEFORE UPDATE ON review BEGIN "
           "SELECT 1; END");
    expectMarked("the trigger \"review_update\"");
}

TEST_F(ForeignStore, AChangedViewIsFound)
{
    change("DROP VIEW v_flag; CREATE VIEW v_flag AS SELECT f.evaluation_id, 'clean' AS flag FROM "
           "evaluation_flag f");
    expectMarked("the view \"v_flag\"");
}

TEST_F(ForeignStore, AGeneratedColumnIsFound)
{
    change("ALTER TABLE method ADD COLUMN rank INTEGER GENERATED ALWAYS AS (1) VIRTUAL");
    expectMarked("the table \"method\"");
}

TEST_F(ForeignStore, ShowsForeignTablesSafely)
{
    change("CREATE TABLE \"mine\x1b[2J\" (a)");
    expectMarked("the table \"mine\\u001b[2J\"");
}

TEST_F(ForeignStore, ChecksAnOlderStoreAsMigrated)
{
    fs::remove(storeFile());
    makeOldStore(storeFile(), 9, "store-v9.sql");
    change("CREATE TRIGGER helper AFTER INSERT ON verdict BEGIN SELECT 1; END");
    const std::string before = must(readFile(storeFile()));
    const auto refused = StoreWriter::open(storeFile());
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("helper"), std::string::npos) << refused.error().message;
    EXPECT_EQ(must(readFile(storeFile())), before);
    change("DROP TRIGGER helper");
    ASSERT_TRUE(StoreWriter::open(storeFile()));
    EXPECT_TRUE(must(foreignSchema(storeFile())).empty());
    EXPECT_TRUE(must(openReader()->check()).empty());
}

TEST_F(ForeignStore, FiguresAreComputedAgainFromTheirSamples)
{
    fill(timedEvaluation());
    EXPECT_EQ(must(openReader()->check()), std::vector<std::string>());
    change("UPDATE evaluation SET speedup = 2.5, baseline_ms = 3.75");
    EXPECT_EQ(must(openReader()->check()),
              (std::vector<std::string>{
                  "evaluation 1: its speedup is 2.5, its raw samples give 2",
                  "evaluation 1: its baseline_ms is 3.75, its raw samples give 3"}));
    const std::vector<fs::path> stores{storeFile()};
    const auto merged = mergeStores(stores, folder() / "merged.kloupe");
    ASSERT_FALSE(merged);
    EXPECT_EQ(merged.error().code, Errc::Corrupt);
    EXPECT_NE(merged.error().message.find("(and 1 more)"), std::string::npos);
}

TEST_F(ForeignStore, CasesAreCombinedAsWhenMeasured)
{
    // Medians 6 and 2 in the first case, so 3; the second case 12 / 1. Together sqrt(3 * 12) = 6.
    Evaluation evaluation = sampleEvaluation("Math/add", "loop");
    evaluation.timings = {{"baseline", "engine_wall", "a", {4, 8}, {2, 2}, 0},
                          {"candidate", "engine_wall", "a", {2, 2}, {2, 2}, 0},
                          {"baseline", "engine_wall", "b", {12}, {1}, 0},
                          {"candidate", "engine_wall", "b", {1}, {1}, 0}};
    evaluation.speedup = 6.0;
    evaluation.baselineMs = 9.0;
    evaluation.candidateMs = 1.5;
    fill(evaluation);
    EXPECT_EQ(must(openReader()->check()), std::vector<std::string>());
    change("UPDATE evaluation SET speedup = 6.001");
    EXPECT_EQ(must(openReader()->check()).size(), 1U);
}

TEST_F(ForeignStore, SeveralProcessesAreCombinedAsWhenMeasured)
{
    // By hand: medians 2 and 8, together sqrt(16) = 4; 1 and 4, together 2. Pooling all samples
    // would give 3 and 1.
    Evaluation evaluation = sampleEvaluation("Math/add", "loop");
    evaluation.timings = {{"baseline", "engine_wall", "", {2, 1, 3, 8, 8}, {}, 0, {3, 2}},
                          {"candidate", "engine_wall", "", {1, 1, 1, 4, 4}, {}, 0, {3, 2}}};
    evaluation.speedup = 2.0;
    evaluation.baselineMs = 4.0;
    evaluation.candidateMs = 2.0;
    fill(evaluation);
    EXPECT_EQ(must(openReader()->check()), std::vector<std::string>());
    change("UPDATE evaluation SET candidate_ms = 1");
    EXPECT_EQ(must(openReader()->check()).size(), 1U);
}

TEST_F(ForeignStore, TimesByADevicesClockAreNotComputedAgain)
{
    Evaluation evaluation = sampleEvaluation("Math/add", "loop");
    evaluation.timings = {{"baseline", "cupti", "", {3, 5}, {1, 1}, 0},
                          {"candidate", "cupti", "", {1, 1}, {1, 1}, 0},
                          {"baseline", "engine_wall", "", {9, 9}, {2, 2}, 0},
                          {"candidate", "engine_wall", "", {9, 9}, {2, 2}, 0}};
    evaluation.speedup = 2.0;
    fill(evaluation);
    EXPECT_EQ(must(openReader()->check()), std::vector<std::string>());
}

TEST(SchemaText, IgnoresSpacesCommentsAndConstraintOrder)
{
    const std::string one = canonicalSchemaSql("CREATE TABLE t (a TEXT DEFAULT 'x  y', -- note\n"
                                               "  b INTEGER CHECK (b IN (0, 1)), PRIMARY KEY (a))");
    EXPECT_EQ(one,
              canonicalSchemaSql("CREATE TABLE t(a TEXT DEFAULT 'x  y', PRIMARY KEY(a),/**/ b "
                                 "INTEGER CHECK(b IN(0,1)))"));
    for (const char *other :
         {"CREATE TABLE t (a TEXT DEFAULT 'x y', b INTEGER CHECK (b IN (0, 1)), PRIMARY KEY (a))",
          "CREATE TABLE t (b INTEGER CHECK (b IN (0, 1)), a TEXT DEFAULT 'x  y', PRIMARY KEY (a))",
          "CREATE TABLE t (a TEXT DEFAULT 'x  y', b INTEGER, PRIMARY KEY (a))",
          "CREATE TABLE t (a TEXT DEFAULT 'x  y', b INTEGER CHECK (b IN (0, 1)), PRIMARY KEY (a)) "
          "STRICT"})
        EXPECT_NE(canonicalSchemaSql(other), one) << other;
    EXPECT_NE(canonicalSchemaSql("CREATE VIEW v AS SELECT 'a''b'"),
              canonicalSchemaSql("CREATE VIEW v AS SELECT 'a' 'b'"));
}

} // namespace loupe::test
