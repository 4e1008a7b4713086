// SPDX-License-Identifier: Apache-2.0
#include "core/store/file/readonlyquery.h"

#include "core/store/file/storefile.h"

#include <algorithm>

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

class ReadOnlyQueryTest : public StoreTest
{
protected:
    void SetUp() override
    {
        StoreTest::SetUp();
        auto writer = openWriter();
        const TaskId task = must(writer->addTask(sampleTask("Math/add", "Math")));
        const MethodId method = must(writer->addMethod(sampleMethod("model")));
        const RunId run = must(writer->beginRun(sampleRun("first")));
        for (int sample = 0; sample < 5; ++sample) {
            Evaluation evaluation = sampleEvaluation("Math/add", "model");
            evaluation.candidate.sample = sample;
            must(writer->record(run, task, method, evaluation));
        }
    }

    Error refused(const std::string &sql)
    {
        const auto answer = queryReadOnly(storeFile(), sql);
        EXPECT_FALSE(answer) << sql;
        return answer ? Error() : answer.error();
    }
};

} // namespace

TEST_F(ReadOnlyQueryTest, AnswersSelects)
{
    const auto answer = must(queryReadOnly(
        storeFile(), "SELECT count(*) AS n, 'a' || 'b', 1.5, NULL, x'0102' FROM v_evaluation;  "));
    EXPECT_EQ(answer.columns.front(), "n");
    ASSERT_EQ(answer.rows.size(), 1U);
    const std::vector<SqlCell> expected{std::int64_t{5}, std::string("ab"), 1.5, std::monostate(),
                                        CellBytes{2}};
    EXPECT_EQ(answer.rows[0], expected);
    EXPECT_FALSE(answer.isCutOff);
    EXPECT_EQ(must(queryReadOnly(storeFile(),
                                 "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT "
                                 "i + 1 FROM n LIMIT 7) SELECT i FROM n"))
                  .rows.size(),
              7U);
}

TEST_F(ReadOnlyQueryTest, EveryTableAndViewOfTheSchemaAnswers)
{
    const auto schema = must(readSchema(storeFile()));
    const auto firstTable = std::ranges::find(schema, false, &SchemaTable::isView);
    EXPECT_NE(firstTable, schema.begin());
    EXPECT_TRUE(std::all_of(firstTable, schema.end(),
                            [](const SchemaTable &each) { return !each.isView; }));
    for (const SchemaTable &each : schema)
        EXPECT_EQ(must(queryReadOnly(storeFile(), "SELECT * FROM " + each.name)).columns,
                  each.columns)
            << each.name;
    EXPECT_FALSE(readSchema(folder() / "missing.kloupe"));
}

TEST_F(ReadOnlyQueryTest, StopsAtTheLimitOfRows)
{
    const auto answer = must(
        queryReadOnly(storeFile(), "SELECT * FROM evaluation", {3, std::chrono::seconds(9)}));
    EXPECT_EQ(answer.rows.size(), 3U);
    EXPECT_TRUE(answer.isCutOff);
    EXPECT_FALSE(
        must(queryReadOnly(storeFile(), "SELECT * FROM evaluation", {5, std::chrono::seconds(9)}))
            .isCutOff);
}

TEST_F(ReadOnlyQueryTest, OnlyReads)
{
    const std::string other = (folder() / "other.db").string();
    for (const std::string sql : {"DELETE FROM evaluation",
                                  "UPDATE evaluation SET speedup = 9",
                                  "INSERT INTO saved_view VALUES ('a', 'b', 'c')",
                                  "CREATE TABLE t (a)",
                                  "DROP TABLE review",
                                  "CREATE TEMP TABLE t (a)",
                                  "PRAGMA user_version = 9",
                                  "PRAGMA query_only = OFF",
                                  "PRAGMA journal_mode",
                                  "BEGIN",
                                  "COMMIT",
                                  "SAVEPOINT a",
                                  "VACUUM",
                                  "ANALYZE",
                                  "REINDEX",
                                  "DETACH main",
                                  "SELECT load_extension('x')",
                                  "EXPLAIN DELETE FROM evaluation",
                                  "",
                                  "  -- nothing\n",
                                  "SELECT 1; DELETE FROM evaluation",
                                  "SELECT 1; SELECT 2",
                                  "SELECT * FROM pragma_table_info('evaluation')"})
        EXPECT_EQ(refused(sql).code, Errc::InvalidInput) << sql;
    refused("ATTACH '" + other + "' AS o");
    refused("VACUUM INTO '" + other + "'");
    EXPECT_FALSE(std::filesystem::exists(other));
    EXPECT_EQ(must(openReader()->ids(Filter())).size(), 5U);
}

TEST_F(ReadOnlyQueryTest, ReportsThePositionOfAnError)
{
    const Error error = refused("SELECT missing FROM evaluation");
    EXPECT_NE(error.message.find("no such column: missing"), std::string::npos) << error.text();
    EXPECT_EQ(error.where, "character 8");
}

TEST_F(ReadOnlyQueryTest, EndsAfterItsTime)
{
    const auto answer = queryReadOnly(
        storeFile(),
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n",
        {10, std::chrono::milliseconds(20)});
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().code, Errc::Cancelled);
    std::stop_source stopped;
    stopped.request_stop();
    EXPECT_FALSE(queryReadOnly(
        storeFile(),
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n", {},
        stopped.get_token()));
}

} // namespace loupe::test
