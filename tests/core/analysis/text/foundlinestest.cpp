// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/text/foundlines.h"

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

using Lines = std::vector<FoundLine>;

constexpr std::size_t noLimit = 100;

} // namespace

TEST(FoundLines, MatchesLiteralTextAndIgnoresCaseByDefault)
{
    const std::string text = "a.b\r\nAxB a.B\n\nlast A.b";
    EXPECT_EQ(findLines(text, "A.B", LetterCase::Ignored, noLimit),
              (Lines{{1, 0, "a.b"}, {2, 4, "AxB a.B"}, {4, 5, "last A.b"}}));
    EXPECT_EQ(findLines(text, "A.b", LetterCase::Matched, noLimit), (Lines{{4, 5, "last A.b"}}));
    EXPECT_TRUE(findLines(text, "a*b", LetterCase::Ignored, noLimit).empty());
}

TEST(FoundLines, FindsEachLineOnceUpToTheLimit)
{
    const std::string text = "x x\nx\ny\nx\n";
    EXPECT_EQ(findLines(text, "x", LetterCase::Ignored, noLimit),
              (Lines{{1, 0, "x x"}, {2, 0, "x"}, {4, 0, "x"}}));
    EXPECT_EQ(findLines(text, "x", LetterCase::Ignored, 2).size(), 2U);
    EXPECT_TRUE(findLines(text, "x", LetterCase::Ignored, 0).empty());
}

TEST(FoundLines, EmptyTextAndLineBreaksMatchNoLine)
{
    EXPECT_TRUE(findLines("a\nb", "", LetterCase::Ignored, noLimit).empty());
    EXPECT_TRUE(findLines("a\nb", "a\nb", LetterCase::Ignored, noLimit).empty());
    EXPECT_TRUE(findLines("", "a", LetterCase::Ignored, noLimit).empty());
}

TEST(FoundLines, CutsExcerptsAtCharacterBoundaries)
{
    const auto excerpt = [](const std::string &line, const std::string &words, std::size_t bytes) {
        return excerptOf(findLines(line, words, LetterCase::Matched, 1).at(0), bytes);
    };
    EXPECT_EQ(excerpt("\t  int x; ", "x", 20), "int x;");
    EXPECT_EQ(excerpt("0123456789", "0", 6), "012345…");
    EXPECT_EQ(excerpt("0123456789", "5", 6), "…345678…");
    EXPECT_EQ(excerpt("0123456789", "9", 6), "…456789");
    EXPECT_EQ(excerpt("  0123456789", "5", 6), "…345678…"); // blanks count nowhere
    const std::string umlauts = "äöüäöüxäöüäöü";
    for (std::size_t bytes = 4; bytes < umlauts.size(); ++bytes) {
        const std::string part = excerpt(umlauts, "x", bytes);
        EXPECT_NE(part.find('x'), std::string::npos) << bytes;
        EXPECT_EQ((part.size() - 1) % 2, part.starts_with("…") == part.ends_with("…") ? 0U : 1U)
            << part; // the character x has one byte, an umlaut two, "…" three
    }
}

} // namespace loupe::test
