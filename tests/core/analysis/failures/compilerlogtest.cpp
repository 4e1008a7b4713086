// SPDX-License-Identifier: Apache-2.0
//
// Tests logs of g++ 12, clang 14 and nvcc 13.0.
#include "core/analysis/failures/compilerlog.h"

#include <gtest/gtest.h>

namespace loupe {

TEST(CompilerLog, readsGcc)
{
    const auto found
        = parseCompilerLog("candidate.cpp: In function 'int32_t loupe_kernel(const LoupeCall*)':\n"
                           "candidate.cpp:12:7: warning: unused variable 'a' [-Wunused-variable]\n"
                           "   12 |   int a;\n"
                           "      |       ^\n"
                           "candidate.cpp:14:10: error: 'foo' was not declared in this scope\n"
                           "candidate.cpp:14:10: note: suggested alternative: 'floor'\n"
                           "/usr/include/c++/12/vector:1:2: error: second\n",
                           "candidate.cpp");
    ASSERT_EQ(found.size(), 4U);
    EXPECT_EQ(found[0],
              (Diagnostic{Severity::Warning, "candidate.cpp", 12, 7,
                          "unused variable 'a' [-Wunused-variable]", false}));
    EXPECT_EQ(found[1],
              (Diagnostic{Severity::Error, "candidate.cpp", 14, 10,
                          "'foo' was not declared in this scope", true}));
    EXPECT_EQ(found[2].severity, Severity::Note);
    EXPECT_EQ(found[3].file, "/usr/include/c++/12/vector");
    EXPECT_FALSE(found[3].isFirstCause);
}

TEST(CompilerLog, readsFatalErrorsAndMessagesWithoutColumn)
{
    auto found = parseCompilerLog(
        "candidate.cpp:1:10: fatal error: torch/extension.h: No such file or directory\n"
        "compilation terminated.\n",
        "candidate.cpp");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].message, "torch/extension.h: No such file or directory");
    EXPECT_TRUE(found[0].isFirstCause);
    found = parseCompilerLog("candidate.cpp:7: error: unterminated\n"
                             "cc1plus: error: bad value for '-march='\n",
                             "candidate.cpp");
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].line, 7);
    EXPECT_EQ(found[0].column, 0);
    EXPECT_EQ(found[1].line, 0);
    EXPECT_EQ(found[1].file, "");
}

TEST(CompilerLog, readsNvcc)
{
    const auto found = parseCompilerLog(
        "candidate.cu(2): warning #177-D: variable \"a\" was declared but never referenced\n"
        "  int f(){ int a; return 0; }\n"
        "               ^\n\n"
        "Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"\n\n"
        "candidate.cu(36): error: identifier \"eps\" is undefined\n"
        "      const float scale = 1.0f / sqrtf(variance + eps);\n"
        "1 error detected in the compilation of \"candidate.cu\".\n",
        "candidate.cu");
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0],
              (Diagnostic{Severity::Warning, "candidate.cu", 2, 0,
                          "variable \"a\" was declared but never referenced", false}));
    EXPECT_EQ(found[1],
              (Diagnostic{Severity::Error, "candidate.cu", 36, 0, "identifier \"eps\" is undefined",
                          true}));
}

TEST(CompilerLog, readsNvccsTools)
{
    const auto found = parseCompilerLog(
        "ptxas error   : Entry function '_Z1kPf' uses too much shared data (0x1d4c0 bytes, 0xc000 "
        "max)\n"
        "nvcc fatal   : Unsupported gpu architecture 'compute_1'\n"
        "candidate.cu:1:10: fatal error: nothere.h: No such file or directory\n",
        "candidate.cu");
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[0].message,
              "Entry function '_Z1kPf' uses too much shared data (0x1d4c0 bytes, 0xc000 max)");
    EXPECT_TRUE(found[0].isFirstCause);
    EXPECT_EQ(found[1].message, "Unsupported gpu architecture 'compute_1'");
    EXPECT_EQ(found[2].line, 1);
}

TEST(CompilerLog, readsTheLinker)
{
    const std::string log = "/usr/bin/ld: /tmp/ccX1.o: in function `loupe_kernel':\n"
                            "candidate.cpp:(.text+0x1a): undefined reference to `helper(int)'\n"
                            "collect2: error: ld returned 1 exit status\n";
    const auto found = parseCompilerLog(log, "candidate.cpp");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0],
              (Diagnostic{Severity::Error, "candidate.cpp", 0, 0,
                          "undefined reference to `helper(int)'", true}));
    EXPECT_TRUE(isLinkFailure(log));
    EXPECT_FALSE(isLinkFailure("candidate.cpp:1:1: error: undefined reference to x\n"));
}

TEST(CompilerLog, isBounded)
{
    std::string log;
    for (int i = 1; i < 5000; ++i)
        log += "candidate.cpp:" + std::to_string(i) + ":1: error: no\n";
    EXPECT_EQ(parseCompilerLog(log, "candidate.cpp").size(), 200U);
    EXPECT_TRUE(parseCompilerLog("", "candidate.cpp").empty());
    EXPECT_TRUE(parseCompilerLog("error: \n: error:\n:::: error: x", "candidate.cpp").size() <= 2);
}

TEST(CompilerLog, recognisesAStoppedCompiler)
{
    EXPECT_TRUE(isCompilerDeath("g++: fatal error: Killed signal terminated program cc1plus\n"));
    EXPECT_TRUE(isCompilerDeath("cc1plus: out of memory allocating 65536 bytes\n"));
    EXPECT_FALSE(isCompilerDeath("candidate.cpp:1:1: error: no\n"));
}

} // namespace loupe
