// SPDX-License-Identifier: Apache-2.0
#include "core/base/shellword.h"
#include "core/base/textencoding.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

std::string asUtf8(const std::string &source)
{
    const auto text = pythonSourceAsUtf8(source);
    return text ? *text : text.error().message;
}

} // namespace

TEST(SourceEncoding, DecodesByTheDeclaredEncoding)
{
    EXPECT_EQ(asUtf8("# -*- coding: latin-1 -*-\nname = '\xE9'\n"),
              "# -*- coding: utf-8 -*-\nname = '\xC3\xA9'\n");
    EXPECT_EQ(asUtf8("#!/usr/bin/python\n# vim: set fileencoding=ISO-8859-1 :\nx = '\xFC'\n"),
              "#!/usr/bin/python\n# vim: set fileencoding=utf-8 :\nx = '\xC3\xBC'\n");
    EXPECT_EQ(asUtf8("# coding: cp1252\nx = '\x80'\n"), "# coding: utf-8\nx = '\xE2\x82\xAC'\n");
    // The declared encoding applies, even to bytes that are valid UTF-8.
    EXPECT_EQ(asUtf8("# coding: latin-1\nx = '\xC3\xA9'\n"),
              "# coding: utf-8\nx = '\xC3\x83\xC2\xA9'\n");
}

TEST(SourceEncoding, LeavesOtherSourcesUnchanged)
{
    for (const std::string source :
         {"", "# coding: latin-1\nx = 1\n", "x = '\xC3\xA9'\n", "x = '\xE9'\n",
          "# coding: utf-8\nx = '\xC3\xA9'\n", "x = 1\n# coding: latin-1\ny = '\xC3\xA9'\n",
          "x = '\xC3\xA9' # coding: latin-1\n", "\xEF\xBB\xBF# coding: latin-1\nx = '\xC3\xA9'\n"})
        EXPECT_EQ(asUtf8(source), source);
}

TEST(SourceEncoding, RefusesUnknownValues)
{
    EXPECT_EQ(asUtf8("# coding: gbk\nx = '\xC4\xE3'\n"),
              "declares the encoding gbk and cannot be read as that");
    EXPECT_EQ(asUtf8("# coding: cp1252\nx = '\x81'\n"),
              "declares the encoding cp1252 and cannot be read as that");
}

TEST(ShellWord, IsQuotedOnlyIfNeeded)
{
    EXPECT_EQ(shellWord("/a/b-1.kloupe"), "/a/b-1.kloupe");
    EXPECT_EQ(shellWord("/a b/c"), "'/a b/c'");
    EXPECT_EQ(shellWord("it's $HOME"), "'it'\\''s $HOME'");
    EXPECT_EQ(shellWord("~/x"), "'~/x'");
    EXPECT_EQ(shellWord(""), "''");
}

} // namespace loupe
