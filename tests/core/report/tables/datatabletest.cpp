// SPDX-License-Identifier: Apache-2.0
#include "core/report/tables/datatable.h"

#include "core/base/json.h"
#include "core/report/documents/reportdocument.h"
#include "core/report/tables/exporttables.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace loupe {

TEST(DataTable, CsvRoundTrips)
{
    EXPECT_EQ(csvHeader({"a", "b,c"}), "a,\"b,c\"\r\n");
    const DataRow row{
        std::int64_t{-3},          0.1,          1.0 / 3, std::monostate(), std::string("=1+1"),
        std::string("say \"hi\""), std::nan(""), -1e-300};
    EXPECT_EQ(csvLine(row), "-3,0.1,0.3333333333333333,,'=1+1,\"say \"\"hi\"\"\",,-1e-300\r\n");
}

TEST(DataTable, WholeTablesAreCsvAndLinesGoBetweenTabs)
{
    const DataTable table{
        "not in it", {"a", "b"}, {{std::int64_t{1}, 0.1}, {2.5, std::string("x")}}};
    EXPECT_EQ(toCsv(table), "a,b\r\n1,0.1\r\n2.5,x\r\n");
    EXPECT_EQ(tsvLine(DataRow{std::string("a\tb\nc"), 1.0 / 3, std::monostate()}),
              "a b c\t0.3333333333333333\t\n");
}

TEST(DataTable, JsonLinesKeepTypesAndOrder)
{
    const DataRow row{std::int64_t{7}, 0.1, std::monostate(), std::string("ä\"\n\xff"),
                      std::numeric_limits<double>::infinity()};
    EXPECT_EQ(jsonLine({"z", "b", "c", "d", "e"}, row),
              "{\"z\":7,\"b\":0.1,\"c\":null,\"d\":\"ä\\\"\\n\xef\xbf\xbd\",\"e\":null}\n");
}

TEST(DataTable, LatexEscapesEverything)
{
    const DataTable table{"50 % of a_b",
                          {"task", "n"},
                          {{std::string("\\input{/etc/passwd}"), std::int64_t{1}},
                           {std::string("a_b^c~d #&$ <>| x--y \"q\""), 0.123456}}};
    EXPECT_EQ(toLatex(table),
              "% \\usepackage{booktabs}, in a document in UTF-8\n"
              "\\begin{table}\n\\centering\n\\caption{50 \\% of a\\_b}\n"
              "\\begin{tabular}{lr}\n\\toprule\ntask & n \\\\\n\\midrule\n"
              "\\textbackslash{}input\\{/etc/passwd\\} & 1 \\\\\n"
              "a\\_b\\textasciicircum{}c\\textasciitilde{}d \\#\\&\\$ "
              "\\textless{}\\textgreater{}\\textbar{} x{-}{-}y ''q'' & "
              "0.1235 \\\\\n"
              "\\bottomrule\n\\end{tabular}\n\\end{table}\n");
}

// LaTeX2e, ltxcmds and booktabs: after the end of a row, a "[" starts a distance and a "*" belongs
// to the row's end. So does a "[" after \\toprule and \\midrule. Blanks and line breaks in between
// make no difference.
TEST(DataTable, LatexCellsAreNotRowOptions)
{
    const DataTable table{{},
                          {"[n]", "x"},
                          {{std::string("[2cm]"), std::string("[b]")},
                           {std::string("*"), std::int64_t{1}},
                           {std::string("中"), std::int64_t{2}}}};
    EXPECT_EQ(toLatex(table),
              "% \\usepackage{booktabs}, in a document in UTF-8\n"
              "\\begin{table}\n\\centering\n"
              "\\begin{tabular}{ll}\n\\toprule\n{}[n] & x \\\\\n\\midrule\n"
              "{}[2cm] & [b] \\\\\n"
              "{}* & 1 \\\\\n"
              "{}[U+4E2D] & 2 \\\\\n"
              "\\bottomrule\n\\end{tabular}\n\\end{table}\n");
}

TEST(DataTable, RightAlignsColumnsWithANumber)
{
    const DataTable table{"",
                          {"n", "t", "none"},
                          {{1.23456789, std::string("a"), std::monostate()},
                           {std::monostate(), std::string("b"), std::monostate()},
                           {std::nan(""), std::string(), std::monostate()}}};
    EXPECT_NE(toLatex(table).find("\\begin{tabular}{rll}"), std::string::npos);
    EXPECT_NE(toLatex(table).find("-- & b & -- \\\\\n"), std::string::npos);
    const Table shown = toTable(table);
    EXPECT_TRUE(shown.columns[0].rightAligned);
    EXPECT_FALSE(shown.columns[2].rightAligned);
    EXPECT_EQ(shown.rows[0][0], "1.235");
    EXPECT_EQ(shown.rows[2][0], "–") << "what is not a number is not known";
}

TEST(DataTable, HasOnlyTitlesWithoutRows)
{
    const DataTable table{"of none", {"a_b", "c"}, {}};
    EXPECT_EQ(toCsv(table), "a_b,c\r\n");
    EXPECT_EQ(toLatex(table),
              "% \\usepackage{booktabs}, in a document in UTF-8\n"
              "\\begin{table}\n\\centering\n\\caption{of none}\n"
              "\\begin{tabular}{ll}\n\\toprule\na\\_b & c \\\\\n\\midrule\n"
              "\\bottomrule\n\\end{tabular}\n\\end{table}\n");
    EXPECT_TRUE(toTable(table).rows.empty());
}

TEST(DataTable, EscapesSpreadsheetFormulas)
{
    EXPECT_EQ(tsvLine(DataRow{std::string("=HYPERLINK(\"x\")"), std::string("-1.5"), -1.5,
                              std::string("@a"), std::string("\t=1")}),
              "'=HYPERLINK(\"x\")\t-1.5\t-1.5\t'@a\t' =1\n");
    EXPECT_EQ(tsvLine({}), "\n");
}

TEST(DataTable, NumbersRoundTrip)
{
    for (const double number : {0.1, 1.0 / 3, 1e-300, 1.7976931348623157e308, -0.0, 1e22}) {
        const std::string line = csvLine(DataRow{number});
        EXPECT_EQ(std::stod(line), number) << line;
        EXPECT_EQ(Json(toJson(DataCell(number))).get<double>(), number);
    }
}

TEST(DataTable, CountsNameTheMostFrequentFirst)
{
    EXPECT_EQ(countsText({{"a", 1}, {"b", 9}, {"", 4}}, 2), "b 9, (none) 4 and 1 more");
    EXPECT_EQ(countsText({}, 2), "");
}

TEST(ReportDocument, EscapesText)
{
    ReportDocument document;
    document.title = "<script>alert(1)</script>";
    document.sections.push_back({"A & B",
                                 {"*bold* [link](javascript:x)"},
                                 {"<b>"},
                                 {{"cap <i>", {{"c", true}}, {{"1 < 2 | `x`"}}}},
                                 {"``` fence\n</pre><script>"}});
    const std::string html = toHtml(document);
    EXPECT_EQ(html.find("<script"), std::string::npos);
    EXPECT_EQ(html.find("http://"), std::string::npos);
    EXPECT_EQ(html.find("https://"), std::string::npos);
    EXPECT_NE(html.find("<h1>&lt;script&gt;alert(1)&lt;/script&gt;</h1>"), std::string::npos);
    EXPECT_NE(html.find("<td class=\"number\">1 &lt; 2 | `x`</td>"), std::string::npos);
    EXPECT_NE(html.find("<pre>``` fence\n&lt;/pre&gt;&lt;script&gt;</pre>"), std::string::npos);
    const std::string markdown = toMarkdown(document);
    EXPECT_NE(markdown.find("# \\<script\\>alert(1)\\</script\\>"), std::string::npos) << markdown;
    EXPECT_NE(markdown.find("\\*bold\\* \\[link\\](javascript\\:x)"), std::string::npos);
    EXPECT_NE(markdown.find("````\n``` fence\n</pre><script>\n````\n"), std::string::npos);
}

} // namespace loupe
