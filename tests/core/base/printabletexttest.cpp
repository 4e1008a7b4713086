// SPDX-License-Identifier: Apache-2.0
#include "core/base/printabletext.h"

#include "core/base/json.h"

#include <gtest/gtest.h>

namespace loupe::test {

TEST(PrintableText, KeepsTextOfAnyLanguage)
{
    for (const char *text : {"", "level1/1_Matmul by gpt-5 (2.31×)", "Überlänge", "矩阵乘法",
                             "ядро", "× ✓ – “ ” 🚀", "שלום", "مرحبا"})
        EXPECT_EQ(printableText(text), text);
}

TEST(PrintableText, ShowsEscapeSequencesAndControlCharacters)
{
    EXPECT_EQ(printableText("\x1b[2J\x1b]0;owned\x07"), "␛[2J␛]0;owned␇");
    EXPECT_EQ(printableText(std::string("a\0b", 3)), "a␀b");
    EXPECT_EQ(printableText("a\x7f\b"), "a␡␈");
    EXPECT_EQ(printableText("\xc2\x9b"
                            "31m"),
              "⟨U+009B⟩31m")
        << "the control sequence introducer of the second set";
}

TEST(PrintableText, KeepsALineOnOneLine)
{
    EXPECT_EQ(printableText("gpt\n[   2/2] ✓ correct"), "gpt␊[   2/2] ✓ correct");
    EXPECT_EQ(printableText("50 %\rdone\tnow\r\n"), "50 %␍done␉now␍␊");
    EXPECT_EQ(printableText("a\xe2\x80\xa8"
                            "b\xe2\x80\xa9"
                            "c\xc2\x85"),
              "a⟨U+2028⟩b⟨U+2029⟩c⟨U+0085⟩");
}

TEST(PrintableText, KeepsLinesOfABlock)
{
    EXPECT_EQ(printableText("a\n\tb\r\nc\rd\x1b[1m", LineBreaks::Kept), "a\n\tb\r\nc␍d␛[1m");
}

TEST(PrintableText, ShowsBidirectionalAndInvisibleCharacters)
{
    EXPECT_EQ(printableText("a\u202eb\u2066c\u200fd"), "a⟨U+202E⟩b⟨U+2066⟩c⟨U+200F⟩d");
    EXPECT_EQ(printableText("pay\u200bpal\ufeff\u00ad\u2060"),
              "pay⟨U+200B⟩pal⟨U+FEFF⟩⟨U+00AD⟩⟨U+2060⟩");
    EXPECT_EQ(printableText("\U000e0041"), "⟨U+E0041⟩");
}

TEST(PrintableText, ShowsInvalidBytes)
{
    EXPECT_EQ(printableText("a\xff\x9b"), "a⟨0xFF⟩⟨0x9B⟩");
    EXPECT_EQ(printableText("\xe2\x90"), "⟨0xE2⟩⟨0x90⟩") << "cut";
    EXPECT_EQ(printableText("\xc0\x8a"), "⟨0xC0⟩⟨0x8A⟩") << "a line break, longer than needed";
    EXPECT_EQ(printableText("\xed\xa0\x80"), "⟨0xED⟩⟨0xA0⟩⟨0x80⟩") << "half a surrogate pair";
    EXPECT_EQ(printableText("\xf5\x80\x80\x80"), "⟨0xF5⟩⟨0x80⟩⟨0x80⟩⟨0x80⟩");
}

TEST(PrintableText, IsIdempotent)
{
    const std::string once = printableText("\x1b\u202e\xff\n");
    EXPECT_EQ(printableText(once), once);
}

TEST(PrintableText, EscapesJsonWithoutChangingItsValue)
{
    const std::string text = "a\u202e\u009b\x7f\U000e0041\u00e9\n";
    const Json json{{"name", text}};
    const std::string shown = printableJson(json.dump());
    EXPECT_EQ(shown, R"({"name":"a\u202e\u009b\u007f\udb40\udc41é\n"})");
    EXPECT_EQ(Json::parse(shown), json);
}

} // namespace loupe::test
