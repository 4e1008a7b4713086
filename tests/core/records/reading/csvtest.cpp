// SPDX-License-Identifier: Apache-2.0
//
// Tests RFC 4180 and common deviations from it.
#include "core/records/reading/csv.h"

#include <random>

#include <gtest/gtest.h>

namespace loupe {

namespace {

using Fields = std::vector<std::string>;
using Rows = std::vector<Fields>;

Rows rowsOf(const std::string &text)
{
    const auto rows = parseCsv(text, "a.csv");
    EXPECT_TRUE(rows) << rows.error().text();
    Rows out;
    if (rows) {
        for (const CsvRow &row : *rows)
            out.push_back(row.fields);
    }
    return out;
}

std::string inQuotes(const std::string &field)
{
    std::string out = "\"";
    for (const char c : field)
        out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + "\"";
}

} // namespace

TEST(CsvText, LinesEndAsOnAnySystem)
{
    const Rows expected{{"a", "b"}, {"1", "2"}};
    for (const char *text : {"a,b\n1,2\n", "a,b\r\n1,2\r\n", "a,b\r1,2\r", "a,b\n1,2"})
        EXPECT_EQ(rowsOf(text), expected);
    EXPECT_EQ(rowsOf("\xEF\xBB\xBF"
                     "a,b\n1,2\n"),
              expected)
        << "behind a byte order mark";
}

TEST(CsvText, EmptyFieldsAreFieldsAndEmptyLinesAreNone)
{
    EXPECT_EQ(rowsOf(",\n"), (Rows{{"", ""}}));
    EXPECT_EQ(rowsOf("a,,b,\n"), (Rows{{"a", "", "b", ""}}));
    EXPECT_EQ(rowsOf("\n\r\n\n"), Rows());
    EXPECT_EQ(rowsOf(""), Rows());
    EXPECT_EQ(rowsOf("\"\",\n"), (Rows{{"", ""}}));
}

TEST(CsvText, BlanksArePartOfAField)
{
    EXPECT_EQ(rowsOf(" a , b\n"), (Rows{{" a ", " b"}}));
    EXPECT_EQ(parseCsv(" \"a\"\n", "a.csv").error().where, "a.csv:1")
        << "a quote within a field is none that begins one";
}

TEST(CsvText, RoundTripsQuotedText)
{
    std::mt19937 random(3);
    const std::string letters = "a,\"\n\r; \t'é";
    for (int i = 0; i < 500; ++i) {
        Rows rows(1 + random() % 4, Fields(1 + random() % 4));
        std::string text;
        for (Fields &row : rows) {
            for (std::size_t c = 0; c < row.size(); ++c) {
                row[c] = "x";
                for (std::size_t n = random() % 8; n > 0; --n)
                    row[c] += letters[random() % letters.size()];
                text += (c == 0 ? "" : ",") + inQuotes(row[c]);
            }
            text += "\r\n";
        }
        ASSERT_EQ(rowsOf(text), rows) << text;
    }
}

TEST(CsvText, RowsHaveTheirFirstLine)
{
    const auto rows = parseCsv("a\n\n\"b\nc\nd\"\ne\n", "a.csv", 10);
    ASSERT_TRUE(rows);
    ASSERT_EQ(rows->size(), 3U);
    EXPECT_EQ((*rows)[0].line, 10);
    EXPECT_EQ((*rows)[1].line, 12);
    EXPECT_EQ((*rows)[2].line, 15) << "behind a field of several lines";
}

TEST(CsvText, RefusesInvalidTextAtItsLine)
{
    const std::pair<const char *, const char *> wrong[]
        = {{"\"a", "a.csv:1"},          {"a\nb,\"c\n\n\n", "a.csv:2"},
           {"a\n\"b\" c\n", "a.csv:2"}, {"a\n\"b\nc\"d\n", "a.csv:3"},
           {"a\n1\"2\n", "a.csv:2"},    {"\"", "a.csv:1"}};
    for (const auto &[text, where] : wrong) {
        const auto rows = parseCsv(text, "a.csv");
        ASSERT_FALSE(rows) << text;
        EXPECT_EQ(rows.error().code, Errc::InvalidInput);
        EXPECT_EQ(rows.error().where, where) << text;
    }
}

} // namespace loupe
