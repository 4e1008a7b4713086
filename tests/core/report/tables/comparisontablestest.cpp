// SPDX-License-Identifier: Apache-2.0
#include "core/report/tables/comparisontables.h"

#include "core/report/documents/runoverview.h"

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

MetricRow attempt(const char *run, const char *task, Verdict verdict,
                  std::optional<double> speedup = {})
{
    static std::int64_t last = 0;
    MetricRow row;
    row.id = RowId{++last};
    row.run = run;
    row.suite = "s";
    row.task = task;
    row.taskHash = "h";
    row.method = "m";
    row.verdict = verdict;
    row.speedup = speedup;
    return row;
}

/// Returns one attempt of each kind, and one that is equal in both runs.
std::vector<MetricRow> attempts()
{
    return {attempt("old", "alike", Verdict::Correct, 1.0),
            attempt("new", "alike", Verdict::Correct, 1.0),
            attempt("old", "faster", Verdict::Correct, 1.0),
            attempt("new", "faster", Verdict::Correct, 3.0),
            attempt("old", "fixed", Verdict::Crashed),
            attempt("new", "fixed", Verdict::Correct, 2.0),
            attempt("old", "lost", Verdict::Correct, 2.0),
            attempt("new", "lost", Verdict::WrongValue),
            attempt("old", "only old", Verdict::Correct, 1.0)};
}

RunComparison comparisonOf(const std::vector<MetricRow> &rows)
{
    auto found = compareRuns(rows, "old", "new", {});
    EXPECT_TRUE(found) << found.error().text();
    return found ? std::move(*found) : RunComparison();
}

std::vector<std::string> firstCells(const Table &table)
{
    std::vector<std::string> out;
    for (const auto &row : table.rows)
        out.push_back(row.front());
    return out;
}

} // namespace

TEST(ComparisonTables, TheMatrixCountsEachAttemptOnce)
{
    const std::vector<MetricRow> rows = attempts();
    const Table table = transitionTable(comparisonOf(rows));
    int counted = 0;
    for (const auto &row : table.rows) {
        ASSERT_EQ(row.size(), table.columns.size());
        for (std::size_t i = 1; i < row.size(); ++i)
            counted += row[i] == "·" ? 0 : std::stoi(row[i]);
    }
    EXPECT_EQ(counted, 5) << "four in both runs and one that the other lacks";
    EXPECT_NE(table.caption.find("1 missing in \"new\", 0 missing in \"old\""), std::string::npos)
        << table.caption;
}

TEST(ComparisonTables, AFigureWithoutAnIntervalHasNoChange)
{
    ComparedFigure figure;
    EXPECT_EQ(changeText(figure), "–");
    figure.change = Interval{0.04, 0.01, 0.07};
    EXPECT_EQ(changeText(figure), "+0.0400 (+0.0100 – +0.0700)");
    figure.isRatio = true;
    EXPECT_EQ(changeText(figure), "×0.0400 (0.0100 – 0.0700)");
}

TEST(ComparisonTables, FiguresNameTheirRuns)
{
    const std::vector<MetricRow> rows = attempts();
    const Table table = comparedFiguresTable(comparisonOf(rows));
    ASSERT_EQ(table.columns.size(), 5U);
    EXPECT_EQ(table.columns[1].title, "old");
    EXPECT_EQ(table.columns[2].title, "new");
    EXPECT_NE(table.caption.find("1 newly correct, 1 regressed"), std::string::npos)
        << table.caption;
    // Both runs have four attempts, of which three are correct in each.
    bool isThere = false;
    for (const auto &row : table.rows)
        isThere = isThere || (row[1] == "0.7500" && row[2] == "0.7500" && row[4] == "4");
    EXPECT_TRUE(isThere) << toText(table);
}

TEST(ComparisonTables, ListsEqualOutcomesOnRequest)
{
    const std::vector<MetricRow> rows = attempts();
    const RunComparison comparison = comparisonOf(rows);
    const Table news = comparedPairsTable(comparison, false);
    EXPECT_EQ(firstCells(news), (std::vector<std::string>{"faster", "fixed", "lost", "only old"}));
    EXPECT_TRUE(news.caption.starts_with("4 of 5 attempts; the others have the same outcome"));
    EXPECT_EQ(comparedPairsTable(comparison, true).rows.size(), 5U);
    EXPECT_EQ(news.rows[0][6], "3") << "the ratio of 3.0 and 1.0";
    EXPECT_EQ(news.rows[3][3], "missing");
    EXPECT_NE(news.caption.find("No attempt has raw times"), std::string::npos);
}

TEST(ComparisonTables, ShowsAMethodColumnIfMatchedByMethod)
{
    std::vector<MetricRow> rows = attempts();
    rows.push_back(attempt("old", "alike", Verdict::Correct, 1.0));
    rows.back().method = "second";
    const RunComparison comparison = comparisonOf(rows);
    ASSERT_TRUE(comparison.byMethod);
    const Table table = comparedPairsTable(comparison, true);
    EXPECT_EQ(table.columns[1].title, "method");
    for (const auto &row : table.rows)
        EXPECT_EQ(row.size(), table.columns.size());
}

TEST(ComparisonTables, OmitsEqualSettings)
{
    const std::vector<ConfigurationSetting> settings{{"device", {"A", "A"}, false},
                                                     {"precision", {"fp32", std::nullopt}, true}};
    const Table some = configurationTable(settings, {"old", "new"}, false);
    ASSERT_EQ(some.rows.size(), 1U);
    EXPECT_EQ(some.rows[0], (std::vector<std::string>{"precision", "fp32", "–"}));
    EXPECT_EQ(configurationTable(settings, {"old", "new"}, true).rows.size(), 2U);
}

TEST(ComparisonTables, SettingsOfTheMachineHaveNamesAndUnits)
{
    const std::vector<ConfigurationSetting> settings{
        {"environment.cache_bytes", {"131072", std::nullopt}, true},
        {"environment.max_sm_mhz", {"1980", "1980"}, false},
        {"environment.memory_bytes", {"135148564480", "16000000000"}, true},
        {"environment.packages.torch", {"2.9.0", "2.9.0"}, false},
        {"profile.timing.trials", {"100", "10"}, true}};
    const Table table = configurationTable(settings, {"old", "new"}, true);
    const std::vector<std::vector<std::string>> expected{
        {"cache", "131072 bytes", "–"},
        {"maximum SM clock", "1980 MHz", "1980 MHz"},
        {"main memory", "135.1 GB", "16.0 GB"},
        {"package torch", "2.9.0", "2.9.0"},
        {"profile.timing.trials", "100", "10"}};
    EXPECT_EQ(table.rows, expected);
    const std::vector<ConfigurationSetting> near{
        {"environment.memory_bytes", {"135148564480", "135148564481"}, true}};
    EXPECT_EQ(
        configurationTable(near, {"old", "new"}, false).rows.at(0),
        (std::vector<std::string>{"main memory", "135148564480 bytes", "135148564481 bytes"}));
}

TEST(RunOverview, HeadlineHasDenominators)
{
    RateRow row;
    row.evaluations = 60;
    row.tasks = 30;
    row.judged = 54;
    row.correct = 41;
    row.built = 50;
    EXPECT_EQ(headlineText(row),
              "60 results of 30 tasks, 54 judged: 41 correct (75.9 %), 50 built (92.6 %). No "
              "correct kernel was timed.");
    row.timed = 40;
    row.faster = 12;
    row.geometricMeanSpeedup = 1.234;
    EXPECT_TRUE(headlineText(row).ends_with(
        " 40 of the correct timed: geometric mean 1.23×, 12 faster than the reference."));
    EXPECT_EQ(headlineText({}), "No results. A run that only has reference times has none.");
}

TEST(RunOverview, MoversLinkToTheOtherRun)
{
    const std::vector<MetricRow> rows = attempts();
    const MoverTable movers = moverTable(comparisonOf(rows), 5);
    EXPECT_EQ(firstCells(movers.table),
              (std::vector<std::string>{"regressed", "newly correct", "faster"}));
    ASSERT_EQ(movers.evaluations.size(), 3U);
    EXPECT_EQ(movers.evaluations[0], rows[7].id);
    EXPECT_EQ(movers.table.rows[0][3], "● correct 2.00×");
    EXPECT_TRUE(movers.table.caption.starts_with("1 regressed, 1 newly correct, 0 slower and 1"));
}

} // namespace loupe::test
