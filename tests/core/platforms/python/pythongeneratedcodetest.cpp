// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/python/pythongeneratedcode.h"

#include <gtest/gtest.h>

namespace loupe::test {

TEST(PythonGeneratedCode, TextsOfTritonAndOfLibrariesAreRead)
{
    const auto code
        = generatedCodeFrom({{"texts",
                              {{{"kernel", "add"},
                                {"kind", "ptx"},
                                {"text", "ret;"},
                                {"registers", 12},
                                {"local_bytes", nullptr},
                                {"shared_bytes", 64},
                                {"note", ""}}}},
                             {"libraries",
                              {{{"ptx", ".version 9.0\n"},
                                {"sass", "\t.section\t.text.k,\"ax\",@progbits\n"},
                                {"usage", " Function k:\n  REG:8 STACK:0 SHARED:0 LOCAL:0\n"},
                                {"note", ""}}}}});
    ASSERT_EQ(code.size(), 3U);
    EXPECT_EQ(code[0], (GeneratedCode{"add", "ptx", "ret;", 12, {}, 64, {}}));
    EXPECT_EQ(code[1].kernel, "k");
    EXPECT_EQ(code[1].registers, 8);
    EXPECT_EQ(code[2].kind, "ptx");
}

TEST(PythonGeneratedCode, AHostileAnswerIsIgnored)
{
    for (const Json &answer :
         {Json(), Json(3), Json::array(), Json{{"texts", "many"}, {"libraries", 7}},
          Json{{"texts", {1, "two", nullptr}}, {"libraries", {nullptr}}}})
        EXPECT_TRUE(generatedCodeFrom(answer).empty()) << answer.dump();
    const auto code = generatedCodeFrom(
        {{"texts", {{{"kernel", 4}, {"kind", "ptx"}, {"text", {}}, {"registers", "12"}}}}});
    ASSERT_EQ(code.size(), 1U);
    EXPECT_EQ(code[0], (GeneratedCode{{}, "ptx", {}, {}, {}, {}, {}}));
}

} // namespace loupe::test
