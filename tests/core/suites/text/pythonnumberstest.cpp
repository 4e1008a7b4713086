// SPDX-License-Identifier: Apache-2.0
//
// Tests the values of constants in Python sources.
#include "core/suites/text/pythonnumbers.h"

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace loupe {

namespace {

/// Returns "16", "0.5f" for a float, "[2, 3]" for a sequence, or "?".
std::string valueOf(std::string_view text, const std::map<std::string, PythonNumbers> &known = {})
{
    const auto found = pythonNumbers(text, known);
    if (!found)
        return "?";
    std::string out;
    for (const PythonNumber &each : found->numbers)
        out += fmt::format("{}{}{}", out.empty() ? "" : ", ", each.value,
                           each.isInteger ? "" : "f");
    return found->isSequence ? "[" + out + "]" : out;
}

} // namespace

TEST(PythonNumbers, LiteralsHaveTheirType)
{
    EXPECT_EQ(valueOf("16"), "16");
    EXPECT_EQ(valueOf("1_000"), "1000");
    EXPECT_EQ(valueOf("0x10"), "16");
    EXPECT_EQ(valueOf("0b101"), "5");
    EXPECT_EQ(valueOf("-4"), "-4");
    EXPECT_EQ(valueOf("0.5"), "0.5f");
    EXPECT_EQ(valueOf(".5"), "0.5f");
    EXPECT_EQ(valueOf("1e3"), "1000f");
    EXPECT_EQ(valueOf("1e-2"), "0.01f");
    EXPECT_EQ(valueOf("1e3 - 2"), "998f");
}

TEST(PythonNumbers, OperatorsHavePythonsPrecedence)
{
    EXPECT_EQ(valueOf("64 * 4 + 1"), "257");
    EXPECT_EQ(valueOf("2 * (3 + 4)"), "14");
    EXPECT_EQ(valueOf("(3 + 4) * 2"), "14");
    EXPECT_EQ(valueOf("-2 ** 2"), "-4");
    EXPECT_EQ(valueOf("2 ** 3 ** 2"), "512");
    EXPECT_EQ(valueOf("2 ** -1"), "0.5f");
    EXPECT_EQ(valueOf("7 // 2"), "3");
    EXPECT_EQ(valueOf("-7 // 2"), "-4");
    EXPECT_EQ(valueOf("7 % 4"), "3");
    EXPECT_EQ(valueOf("8 / 2"), "4f");
    EXPECT_EQ(valueOf("1 + \\\n    2"), "3");
}

TEST(PythonNumbers, ListsAndTuplesAreSequences)
{
    EXPECT_EQ(valueOf("[1, 2]"), "[1, 2]");
    EXPECT_EQ(valueOf("(2, 3)"), "[2, 3]");
    EXPECT_EQ(valueOf("(3,)"), "[3]");
    EXPECT_EQ(valueOf("(3)"), "3");
    EXPECT_EQ(valueOf("[\n  4 * 2,\n  0.5,\n]"), "[8, 0.5f]");
    EXPECT_EQ(valueOf("[]"), "[]");
    EXPECT_EQ(valueOf("[1, # a\n 2] # b"), "[1, 2]");
}

TEST(PythonNumbers, NamesHaveKnownValues)
{
    const std::map<std::string, PythonNumbers> known{{"n", {{{4, true}}, false}},
                                                     {"pair", {{{2, true}, {3, true}}, true}}};
    EXPECT_EQ(valueOf("n * 2", known), "8");
    EXPECT_EQ(valueOf("(n, 1)", known), "[4, 1]");
    EXPECT_EQ(valueOf("pair", known), "[2, 3]");
    EXPECT_EQ(valueOf("pair * 2", known), "?");
    EXPECT_EQ(valueOf("m", known), "?");
}

TEST(PythonNumbers, OtherTextsHaveNone)
{
    for (const char *text : {"", "'16'", "True", "f(3)", "[1, [2]]", "1 2", "# three", "1j", "0z1",
                             "1 / 0", "1 % 0", "10 ** 400", "2 ** 60", "1 +", "(1", "[1"})
        EXPECT_EQ(valueOf(text), "?") << text;
    EXPECT_EQ(valueOf(std::string(5000, '(') + "1"), "?");
    EXPECT_EQ(valueOf(std::string(5000, '-') + "1"), "?");
}

} // namespace loupe
