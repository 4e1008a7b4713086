// SPDX-License-Identifier: Apache-2.0
//
// Tests escaping of text for CommonMark 0.31 (§2.4 backslash escapes, §2.5 entities, §6.2 emphasis)
// and GitHub Flavored Markdown 0.29 (§4.10 tables, §6.5 strikethrough, §6.9 autolinks).
#include "core/report/tables/markdowntext.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

/// Returns the rendered form of fully escaped text. By CommonMark §2.4, a backslash before ASCII
/// punctuation is not shown.
std::string shown(const std::string &markdown)
{
    std::string out;
    for (std::size_t i = 0; i < markdown.size(); ++i) {
        const bool isEscape = markdown[i] == '\\' && i + 1 < markdown.size()
            && std::ispunct(static_cast<unsigned char>(markdown[i + 1])) != 0;
        i += isEscape ? 1 : 0;
        out += markdown[i];
    }
    return out;
}

} // namespace

TEST(MarkdownText, EveryAsciiTextIsShownLetterByLetter)
{
    std::string all;
    for (char c = 0x20; c < 0x7F; ++c)
        all += c;
    std::string reversed(all.rbegin(), all.rend());
    for (const std::string &text : {all, reversed, all + all, std::string("\\\\*\\`")})
        EXPECT_EQ(shown(markdownText(text)), text);
}

TEST(MarkdownText, NoEmphasisCodeOrStrikethroughBegins)
{
    EXPECT_EQ(markdownText("*a* __b__ `c` ~~d~~"), "\\*a\\* \\_\\_b\\_\\_ \\`c\\` \\~\\~d\\~\\~");
    EXPECT_EQ(markdownText("a\\"), "a\\\\") << "nor does it escape what follows it";
}

TEST(MarkdownText, EmitsNoHtmlOrEntities)
{
    EXPECT_EQ(markdownText("<img src=x onerror=alert(1)>"), "\\<img src=x onerror=alert(1)>");
    EXPECT_EQ(markdownText("&#60;b&#62; &amp;"), "\\&#60;b\\&#62; \\&amp;");
    EXPECT_EQ(markdownText("a & b && c &"), "a & b && c &") << "an ampersand alone is one";
}

TEST(MarkdownText, AnAddressIsNoLink)
{
    EXPECT_EQ(markdownText("http://a.b"), "http\\://a.b");
    EXPECT_EQ(markdownText("mailto:x@y.z"), "mailto\\:x\\@y.z");
    EXPECT_EQ(markdownText("xwww.evil.org WWW.evil.org"), "xwww\\.evil.org WWW\\.evil.org");
    EXPECT_EQ(markdownText("at 10:30, ratio 1:2, a: b"), "at 10:30, ratio 1:2, a: b");
    EXPECT_EQ(markdownText("torch.nn.functional"), "torch.nn.functional");
}

TEST(MarkdownText, ACellStaysOneCellAndOneLine)
{
    EXPECT_EQ(markdownText("a|b\nc\td\re"), "a\\|b c d e");
    EXPECT_EQ(markdownText(std::string("a\0b", 3)), "a b");
}

TEST(MarkdownText, EscapesOtherCharactersOnRequest)
{
    EXPECT_EQ(markdownText("# no heading"), "# no heading");
    EXPECT_EQ(markdownText("# no heading > no quotation", "#>"), "\\# no heading \\> no quotation");
}

TEST(MarkdownText, KeepsLettersOfOtherLanguages)
{
    EXPECT_EQ(markdownText("größe 中文 × –"), "größe 中文 × –");
    EXPECT_EQ(markdownText(""), "");
}

TEST(MarkupTextTest, EscapesWhatEndsATextOrAnAttribute)
{
    EXPECT_EQ(markupText("<a href=\"x\">it's & more</a>"),
              "&lt;a href=&quot;x&quot;&gt;it's &amp; more&lt;/a&gt;");
    EXPECT_EQ(markupText("it's", Apostrophes::Escaped), "it&#39;s");
}

} // namespace loupe::test
