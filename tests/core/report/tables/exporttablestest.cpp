// SPDX-License-Identifier: Apache-2.0
#include "core/report/tables/exporttables.h"

#include <algorithm>

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

const DataCell &cellOf(const DataTable &table, std::size_t row, const std::string &column)
{
    const auto found = std::ranges::find(table.columns, column);
    EXPECT_NE(found, table.columns.end()) << column;
    return table.rows.at(row).at(static_cast<std::size_t>(found - table.columns.begin()));
}

ResultListing listed(StoreReader &reader, const Filter &filter)
{
    return must(listResults(reader, filter, Scope(), {}));
}

FailureCount failures(const char *cause, const char *method, const char *category, int round,
                      std::int64_t count)
{
    return {cause, "compile", cause, method, category, round, count};
}

} // namespace

TEST(ExportTables, EveryRowHasACellPerColumn)
{
    ResultRow row;
    row.id = RowId{7};
    row.run = "r";
    row.task = "t";
    row.verdict = Verdict::WrongValue;
    row.isDemo = true;
    DataTable table;
    table.columns = namesOf(evaluationColumns());
    table.rows = {dataRow(evaluationColumns(), row)};
    ASSERT_EQ(table.rows[0].size(), table.columns.size());
    EXPECT_EQ(cellOf(table, 0, "id"), DataCell(std::int64_t{7}));
    EXPECT_EQ(cellOf(table, 0, "status"), DataCell(std::string("wrong")));
    EXPECT_EQ(cellOf(table, 0, "verdict"), DataCell(std::string("wrong_value")));
    EXPECT_EQ(cellOf(table, 0, "strict_verdict"), DataCell(std::string("not_recorded")));
    EXPECT_EQ(cellOf(table, 0, "demo"), DataCell(std::string("yes")));
    EXPECT_EQ(cellOf(table, 0, "speedup"), DataCell()) << "not timed is no zero";
    EXPECT_EQ(cellOf(table, 0, "level"), DataCell());
}

TEST(ExportTables, RatesKeepMissingValues)
{
    RateRow row;
    row.group = "Math";
    row.judged = 3;
    row.correct = 2;
    const DataTable table = rateData(std::vector{row}, "category");
    ASSERT_EQ(table.rows.at(0).size(), table.columns.size());
    EXPECT_EQ(cellOf(table, 0, "category"), DataCell(std::string("Math")));
    EXPECT_EQ(cellOf(table, 0, "correct"), DataCell(std::int64_t{2}));
    EXPECT_EQ(cellOf(table, 0, "fast_1"), DataCell()) << "none of the correct was timed";
    EXPECT_EQ(cellOf(table, 0, "median_speedup"), DataCell());
}

TEST(ExportTables, EveryNumberOfARateIsInItsTableAndItsJson)
{
    // Each field has a unique value, so that a swap shows.
    const RateRow row{"g", 1, 2, 3, 4, 5, 13, 6, 7, 8, 9, 10, 11, 12, 1.25, 1.5, 1.75, 0.5, 0.75};
    const Json expected{{"group", "g"},
                        {"evaluations", 1},
                        {"tasks", 2},
                        {"judged", 3},
                        {"built", 4},
                        {"correct", 5},
                        {"flagged", 13},
                        {"wrong", 6},
                        {"no_build", 7},
                        {"crash", 8},
                        {"timeout", 9},
                        {"not_counted", 10},
                        {"timed", 11},
                        {"faster", 12},
                        {"geometric_mean_speedup", 1.25},
                        {"arithmetic_mean_speedup", 1.5},
                        {"median_speedup", 1.75},
                        {"fast_1", 0.5},
                        {"fast_1_high", 0.75}};
    EXPECT_EQ(jsonObject(rateColumns(), row), expected);
    const DataTable table = rateData(std::vector{row}, "g");
    for (std::size_t i = 1; i < table.columns.size(); ++i)
        EXPECT_EQ(Json(toJson(table.rows.at(0).at(i))), expected.at(table.columns[i]));
}

TEST(ExportTables, ClustersNameTheirFailures)
{
    const std::vector<FailureCount> counts{
        failures("expected ';'", "a", "Math", 0, 5), failures("expected ';'", "b", "Math", 1, 2),
        failures("expected ';'", "a", "Fusion", 0, 1), failures("no member", "b", "", 0, 1)};
    const DataTable table = clusterData(failureClusters(counts));
    ASSERT_EQ(table.rows.size(), 2U);
    EXPECT_EQ(cellOf(table, 0, "evaluations"), DataCell(std::int64_t{8}));
    EXPECT_EQ(cellOf(table, 0, "methods"), DataCell(std::string("a 6, b 2")));
    EXPECT_EQ(cellOf(table, 0, "categories"), DataCell(std::string("Math 7, Fusion 1")));
    EXPECT_EQ(cellOf(table, 0, "rounds"), DataCell(std::string("round 0: 6, round 1: 2")));
    EXPECT_EQ(cellOf(table, 1, "categories"), DataCell(std::string("(none) 1")));
}

TEST(ExportTables, GoldenTimesNameTheirSource)
{
    StoredGoldenRecord stored;
    stored.run = "import";
    stored.record.task = "t";
    stored.record.milliseconds = 1.5;
    stored.record.source = "results/timing/H100.json";
    const DataTable table = goldenData(std::vector{stored});
    ASSERT_EQ(table.rows.at(0).size(), table.columns.size());
    EXPECT_EQ(cellOf(table, 0, "ms"), DataCell(1.5));
    EXPECT_EQ(cellOf(table, 0, "deviation_ms"), DataCell());
    EXPECT_EQ(cellOf(table, 0, "source"), DataCell(std::string("results/timing/H100.json")));
}

using ExportedEvaluations = StoreTest;

TEST_F(ExportedEvaluations, AreThoseOfTheFilterInEachFormat)
{
    {
        const auto writer = openWriter();
        const RunId run = must(writer->beginRun(sampleRun("r")));
        const TaskId task = must(writer->addTask(sampleTask("Math/add", "Math")));
        for (const char *method : {"a", "b"})
            must(writer->record(run, task, must(writer->addMethod(sampleMethod(method))),
                                sampleEvaluation("Math/add", method)));
    }
    const auto reader = openReader();
    std::string text;
    std::size_t rows = 0;
    const auto exported = [&](const std::string &filter, const std::string &format) {
        text.clear();
        rows = must(exportEvaluations(*reader, listed(*reader, must(parseFilter(filter))), format,
                                      [&text](const std::string &part) { text += part; }));
        return std::ranges::count(text, '\n');
    };
    EXPECT_EQ(exported("", "csv"), 3) << "with a header";
    EXPECT_EQ(rows, 2U);
    EXPECT_TRUE(text.starts_with("id,run,")) << text;
    EXPECT_EQ(exported("method:b", "jsonl"), 1);
    EXPECT_EQ(rows, 1U);
    EXPECT_EQ(must(parseJson(text, "line")).at("method"), "b");
    exported("", "latex");
    EXPECT_NE(text.find("\\toprule"), std::string::npos) << text;

    std::stop_source stopped;
    stopped.request_stop();
    const auto none = exportEvaluations(
        *reader, listed(*reader, Filter()), "csv", [](const std::string &) {}, stopped.get_token());
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, Errc::Cancelled);
}

} // namespace loupe::test
