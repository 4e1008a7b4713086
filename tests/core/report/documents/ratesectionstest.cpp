// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/ratesections.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

using namespace loupe;

namespace {

MetricRow row(const char *suite, const char *task, Verdict verdict)
{
    MetricRow out;
    out.suite = suite;
    out.task = task;
    out.category = "Math";
    out.method = "author";
    out.verdict = verdict;
    return out;
}

/// Returns the cells of the row that begins with `group`; none if there is no such row.
std::vector<std::string> rowOf(const Table &table, const std::string &group)
{
    const auto found = std::find_if(table.rows.begin(), table.rows.end(),
                                    [&](const auto &cells) { return cells.front() == group; });
    return found == table.rows.end() ? std::vector<std::string>() : *found;
}

} // namespace

TEST(RateSections, SeparatesSuites)
{
    const std::vector rows{row("first", "a", Verdict::Correct), row("first", "b", Verdict::Correct),
                           row("second", "a", Verdict::WrongValue),
                           row("second", "b", Verdict::Correct)};
    ReportDocument document;
    addRateSections(blocksOf(rows, {}), document);
    ASSERT_EQ(document.sections.size(), 3U);
    const ReportSection &bySuite = document.sections[0];
    ASSERT_EQ(bySuite.tables.size(), 2U);
    for (const Table &table : bySuite.tables) {
        EXPECT_EQ(table.rows.size(), 2U);
        EXPECT_TRUE(rowOf(table, "all").empty());
        EXPECT_FALSE(table.caption.empty()) << "the only definition of the columns";
    }
    const std::vector<std::string> correct{"2 (100.0 %)", "1 (50.0 %)"};
    const std::vector<std::string> names{"suite first", "suite second"};
    for (std::size_t i = 0; i < names.size(); ++i) {
        EXPECT_EQ(rowOf(bySuite.tables[0], names[i]).at(3), correct[i]);
        const ReportSection &own = document.sections[i + 1];
        EXPECT_EQ(own.heading, "Rates and speedups: " + names[i]);
        ASSERT_EQ(own.tables.size(), 4U) << "category and method, each with its intervals";
        for (const Table &table : own.tables) {
            EXPECT_FALSE(rowOf(table, "all").empty());
            EXPECT_TRUE(table.caption.empty());
        }
        EXPECT_EQ(rowOf(own.tables[0], "all").at(1), "2") << "of this suite alone";
        EXPECT_EQ(rowOf(own.tables[0], "all").at(3), correct[i]);
    }
}

TEST(RateSections, EachBaselineHasASectionThatNamesItsPopulation)
{
    std::vector<MetricRow> rows;
    for (const char *baseline : {"eager", "torch.compile"}) {
        for (const char *task : {"a", "b"}) {
            rows.push_back(row("only", task, Verdict::Correct));
            rows.back().baseline = baseline;
            rows.back().speedup = baseline == std::string("eager") ? 4.0 : 1.0;
        }
    }
    rows.push_back(row("only", "a", Verdict::WrongValue)); // an earlier round, not counted
    rows.back().round = -1;
    ReportDocument document;
    addRateSections(blocksOf(rows, {}), document);
    ASSERT_EQ(document.sections.size(), 3U);
    const ReportSection &eager = document.sections[1];
    EXPECT_EQ(eager.heading, "Rates and speedups: only, baseline eager");
    EXPECT_EQ(rowOf(eager.tables[0], "all").at(1), "2") << "each task once";
    EXPECT_EQ(rowOf(eager.tables[0], "all").at(12), "4.00×");
    ASSERT_EQ(eager.paragraphs.size(), 1U);
    EXPECT_TRUE(eager.paragraphs[0].starts_with("2 tasks × 1 method: 2 task × method pairs"))
        << eager.paragraphs[0];
    EXPECT_EQ(rowOf(document.sections[2].tables[0], "all").at(12), "1.00×");
}

TEST(RateSections, OneSuiteHasItsTotalsInOneSection)
{
    std::vector rows{row("only", "a", Verdict::Correct), row("only", "b", Verdict::WrongValue)};
    rows[1].level = 2;
    ReportDocument document;
    addRateSections(blocksOf(rows, {}), document);
    ASSERT_EQ(document.sections.size(), 1U);
    const std::vector<Table> &tables = document.sections[0].tables;
    ASSERT_EQ(tables.size(), 8U) << "the whole, category, method, level, each with its intervals";
    EXPECT_FALSE(rowOf(tables[0], "only").empty());
    for (std::size_t i = 2; i < tables.size(); ++i)
        EXPECT_FALSE(rowOf(tables[i], "all").empty());
    EXPECT_FALSE(tables[1].caption.empty());
    EXPECT_TRUE(tables[2].caption.empty());
    EXPECT_EQ(rowOf(tables[6], "level 2").at(3), "0 (0.0 %)");
}

TEST(RateSections, NothingCountedHasNoTables)
{
    ReportDocument document;
    addRateSections(blocksOf({}, {}), document);
    ASSERT_EQ(document.sections.size(), 1U);
    EXPECT_TRUE(document.sections[0].tables.empty());
}
