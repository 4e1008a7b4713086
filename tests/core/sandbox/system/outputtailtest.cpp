// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/system/outputtail.h"

#include <gtest/gtest.h>

namespace loupe {

TEST(OutputTail, keepsShortOutputWhole)
{
    OutputTail output(20);
    output.add("hello ");
    output.add("world, 20 by");
    EXPECT_EQ(output.text(), "hello world, 20 by");
}

TEST(OutputTail, keepsHeadAndTailOfLongOutput)
{
    OutputTail output(10);
    for (char c = 'a'; c <= 'z'; ++c)
        output.add(std::string(3, c));
    EXPECT_EQ(output.total(), 78U);
    EXPECT_EQ(output.text(), "aaabb\n[68 bytes left out]\nyyzzz");
    output.add(std::string(1000, '-') + "end");
    EXPECT_EQ(output.text(), "aaabb\n[1071 bytes left out]\n--end");
}

TEST(OutputTail, givesValidUtf8)
{
    EXPECT_EQ(validUtf8("grün ✓ 𝄞"), "grün ✓ 𝄞");
    const std::string bad = "\xEF\xBF\xBD";
    EXPECT_EQ(validUtf8("a\xff"
                        "b"),
              "a" + bad + "b");
    EXPECT_EQ(validUtf8(std::string_view("a\0b", 3)), "a" + bad + "b");
    EXPECT_EQ(validUtf8("\xC3"), bad);                               // truncated
    EXPECT_EQ(validUtf8("\xC0\xAF"), bad + bad);                     // overlong
    EXPECT_EQ(validUtf8("\xE0\x80\xAF"), bad + bad + bad);           // overlong
    EXPECT_EQ(validUtf8("\xED\xA0\x80"), bad + bad + bad);           // surrogate
    EXPECT_EQ(validUtf8("\xF4\x90\x80\x80"), bad + bad + bad + bad); // beyond U+10FFFF
}

} // namespace loupe
