// SPDX-License-Identifier: Apache-2.0
#include "core/report/tables/table.h"

#include "core/records/reading/csv.h"
#include "core/report/tables/resulttables.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {
Table sample()
{
    return {"of all", {{"Task", false}, {"Speedup", true}}, {{"größe", "2.00×"}, {"b|c\nd", "–"}}};
}
} // namespace

TEST(Table, TextAlignsCharactersNotBytes)
{
    EXPECT_EQ(toText(sample()),
              "Task   Speedup\n"
              "-----  -------\n"
              "größe    2.00×\n"
              "b|c␊d        –\n"
              "of all\n");
}

TEST(Table, MarkdownEscapesCells)
{
    EXPECT_EQ(toMarkdown(sample()),
              "| Task | Speedup |\n"
              "| --- | --: |\n"
              "| größe | 2.00× |\n"
              "| b\\|c␊d | – |\n"
              "\n"
              "of all\n");
}

// CommonMark 0.31 §2.4, §6.3, §6.4 and GitHub's autolinks: a foreign name must show literally.
TEST(Table, MarkdownCellsContainNoLinksOrImages)
{
    const Table table{{},
                      {{"a", false}},
                      {{"[x](y)"},
                       {"![x](y)"},
                       {"https://a.b"},
                       {"www.a.b"},
                       {"me@a.b"},
                       {"&lt;"},
                       {"1.5: 3 & 4"}}};
    EXPECT_EQ(toMarkdown(table),
              "| a |\n| --- |\n| \\[x\\](y) |\n| \\!\\[x\\](y) |\n| https\\://a.b |\n"
              "| www\\.a.b |\n| me\\@a.b |\n| \\&lt; |\n| 1.5: 3 & 4 |\n");
}

TEST(Table, CsvQuotesAndEscapesFormulas)
{
    const Table table{{}, {{"a", false}}, {{"x,y"}, {"say \"hi\""}, {"=1+1"}, {"-1.5"}, {"@SUM"}}};
    EXPECT_EQ(toCsv(table), "a\r\n\"x,y\"\r\n\"say \"\"hi\"\"\"\r\n'=1+1\r\n-1.5\r\n'@SUM\r\n");
}

// OWASP, "CSV Injection": characters that a spreadsheet reads as the start of a formula, including
// the full-width forms of East Asian keyboards.
TEST(Table, EscapesEveryFormulaPrefix)
{
    for (const char *cell :
         {"=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1+1", "\n=1+1", "\r\n=1+1", "=", "-", "-1.5x",
          "-0x10", "+inf", "＝1+1", "＋1+1", "－1+1", "＠SUM(A1)"}) {
        const Table table{{}, {{cell, false}}, {{cell}}};
        const auto rows = parseCsv(toCsv(table), "table");
        ASSERT_TRUE(rows) << rows.error().text();
        ASSERT_EQ(rows->size(), 2U) << cell;
        for (const CsvRow &row : *rows)
            EXPECT_EQ(row.fields.at(0), "'" + std::string(cell)) << "a title is a cell, too";
    }
    for (const char *number : {"-1.5", "-1e-300", "1", "-0"}) {
        const Table table{{}, {{"a", false}}, {{number}}};
        EXPECT_EQ(toCsv(table), "a\r\n" + std::string(number) + "\r\n");
    }
}

// RFC 4180: a standard reader must read the output back.
TEST(Table, CsvIsReadBackCellByCell)
{
    const std::vector<std::string> cells{"plain", "",       " ",     ",",   "\"", "\"\"",
                                         "a\nb",  "a\r\nb", "größe", "a;b", "'",  "x\ty"};
    Table table{{}, {}, {{}, {}}};
    for (const std::string &cell : cells) {
        table.columns.push_back({cell + "!", false});
        table.rows[0].push_back(cell);
        table.rows[1].push_back("\"" + cell + "\",");
    }
    const auto rows = parseCsv(toCsv(table), "table");
    ASSERT_TRUE(rows) << rows.error().text();
    ASSERT_EQ(rows->size(), 3U);
    EXPECT_EQ((*rows)[1].fields, table.rows[0]);
    EXPECT_EQ((*rows)[2].fields, table.rows[1]);
}

TEST(Table, HasTitlesInEveryFormatWithoutRows)
{
    const Table empty{"of nothing", {{"a", false}, {"b", true}}, {}};
    EXPECT_EQ(toText(empty), "a  b\n-  -\nof nothing\n");
    EXPECT_EQ(toMarkdown(empty), "| a | b |\n| --- | --: |\n\nof nothing\n");
    EXPECT_EQ(toCsv(empty), "a,b\r\n") << "no caption";
}

TEST(Table, EndsAfterTheRowsWithoutACaption)
{
    const Table table{{}, {{"a", false}}, {{"1"}}};
    EXPECT_EQ(toText(table), "a\n-\n1\n");
    EXPECT_EQ(toMarkdown(table), "| a |\n| --- |\n| 1 |\n");
}

TEST(Table, ALineOfTextEndsWithItsLastLetter)
{
    const Table table{{}, {{"task", false}, {"why", false}}, {{"a", "wrong shape"}, {"b", ""}}};
    EXPECT_EQ(toText(table),
              "task  why\n"
              "----  -----------\n"
              "a     wrong shape\n"
              "b\n");
}

TEST(Table, ShowsControlCharactersInEveryFormat)
{
    const std::string hostile = "m\x1b[2J\u202e\n[1/1] correct";
    const Table table{"by " + hostile, {{"a", false}}, {{hostile}}};
    for (const std::string &text : {toText(table), toMarkdown(table), toCsv(table)}) {
        EXPECT_EQ(text.find('\x1b'), std::string::npos) << text;
        EXPECT_EQ(text.find("\u202e"), std::string::npos) << text;
        EXPECT_NE(text.find("m␛"), std::string::npos) << text;
        EXPECT_NE(text.find("⟨U+202E⟩"), std::string::npos) << text;
    }
    EXPECT_NE(toText(table).find("⟨U+202E⟩␊[1/1] correct\n"), std::string::npos)
        << "a row stays a line";
    EXPECT_NE(toCsv(table).find("⟨U+202E⟩\n[1/1] correct\""), std::string::npos)
        << "a break within quotes is data";
}

TEST(ResultTables, ShowIdSymbolLabelAndInterval)
{
    ResultRow row;
    row.id = RowId{4711};
    row.task = "Math/exp";
    row.method = "m";
    row.verdict = Verdict::Correct;
    row.speedup = 1.5;
    row.speedupLow = 1.4;
    row.speedupHigh = 1.625;
    const Table table = resultTable(std::span(&row, 1));
    EXPECT_EQ(table.columns[0].title, "Id");
    EXPECT_EQ(table.rows[0][0], "4711");
    EXPECT_EQ(table.rows[0][5], "● correct");
    EXPECT_EQ(table.rows[0][6], "1.50×");
    EXPECT_EQ(table.rows[0][7], "1.40–1.62");
    EXPECT_EQ(table.rows[0][8], "–");
}

TEST(ResultTables, ShowsMinSpeedupColumnsIfPresent)
{
    std::vector<ResultRow> rows(2);
    EXPECT_NE(resultTable(rows).columns.back().title, "Shape");
    rows[1].minSpeedup = 0.83;
    rows[1].minSpeedupShape = "dim=4096";
    const Table table = resultTable(rows);
    ASSERT_EQ(table.columns.back().title, "Shape");
    for (const auto &row : table.rows)
        ASSERT_EQ(row.size(), table.columns.size());
    EXPECT_EQ(table.rows[0].back(), "–");
    EXPECT_EQ(table.rows[1].end()[-2], "0.83×");
    EXPECT_EQ(table.rows[1].back(), "dim=4096");
}

TEST(ResultTables, HalfKnownIntervalIsMissing)
{
    ResultRow row;
    row.verdict = Verdict::CompileError;
    row.speedupLow = 1.4;
    row.candidateMs = 0.000123456;
    row.baselineMs = 123456.0;
    const Table table = resultTable(std::span(&row, 1));
    EXPECT_EQ(table.rows[0][6], "–");
    EXPECT_EQ(table.rows[0][7], "–");
    EXPECT_EQ(table.rows[0][8], "0.0001235") << "four digits that count";
    EXPECT_EQ(table.rows[0][9], "1.235e+05");
    EXPECT_NE(table.rows[0][5].find(facts(Verdict::CompileError).label), std::string::npos);
    EXPECT_TRUE(resultTable({}).rows.empty());
}

TEST(ResultTables, NoShareWithoutJudgedResults)
{
    RateRow row;
    row.group = "Math";
    row.evaluations = 2;
    row.notCounted = 2;
    const Table table = rateTableText(std::span(&row, 1), GroupBy::Category);
    EXPECT_EQ(table.columns[0].title, "category");
    EXPECT_EQ(table.rows[0],
              (std::vector<std::string>{"Math", "0", "0", "0", "0", "0", "0", "0", "0", "2",
                                        "0 of 0", "–", "–", "–"}));
}

TEST(ResultTables, RatesStateTheirDenominators)
{
    RateRow row;
    row.group = "Math";
    row.judged = 8;
    row.built = 6;
    row.correct = 4;
    row.timed = 3;
    const Table table = rateTableText(std::span(&row, 1), GroupBy::Category);
    EXPECT_EQ(table.rows[0][2], "6 (75.0 %)");
    EXPECT_EQ(table.rows[0][10], "3 of 4");
    EXPECT_NE(table.caption.find("of judged"), std::string::npos);
}

} // namespace loupe
