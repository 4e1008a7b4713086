// SPDX-License-Identifier: Apache-2.0
//
// The texts follow the output of cuobjdump and nvdisasm 13.0.
#include "core/analysis/text/modulecode.h"

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

const std::string disassembly = "\t.target\tsm_90\n"
                                "\n"
                                "//--------------------- .text.first   --------------------------\n"
                                "\t.section\t.text.first,\"ax\",@progbits\n"
                                "first:\n"
                                "        /*0000*/                   EXIT ;\n"
                                "//--------------------- .text.second  --------------------------\n"
                                "\t.section\t.text.second,\"ax\",@progbits\n"
                                "        /*0000*/                   NOP ;\n"
                                "//--------------------- SYMBOLS --------------------------\n"
                                "\t.type\t\t.nv.reservedSmem.offset0,@object\n";

const std::string usage = "Resource usage:\n"
                          " Common:\n"
                          "  GLOBAL:0\n"
                          " Function second:\n"
                          "  REG:10 STACK:24 SHARED:1152 LOCAL:8 CONSTANT[0]:548 TEXTURE:0\n";

GeneratedCode sized(std::size_t bytes)
{
    return {"k", "ptx", std::string(bytes, 'x'), {}, {}, {}, {}};
}

} // namespace

TEST(ModuleCode, MachineCodeIsSplitByKernelWithItsUsage)
{
    const auto code = codeOfModule({".version 9.0\n", disassembly, usage, {}, {}});
    ASSERT_EQ(code.size(), 3U);
    EXPECT_EQ(code[0],
              (GeneratedCode{"first",
                             "sass",
                             "\t.section\t.text.first,\"ax\",@progbits\n"
                             "first:\n"
                             "        /*0000*/                   EXIT ;\n",
                             {},
                             {},
                             {},
                             {}}));
    EXPECT_EQ(code[1].kernel, "second");
    EXPECT_EQ(code[1].registers, 10);
    EXPECT_EQ(code[1].localBytes, 32);
    EXPECT_EQ(code[1].sharedBytes, 1152);
    EXPECT_EQ(code[1].text.find("SYMBOLS"), std::string::npos);
    EXPECT_EQ(code[2], (GeneratedCode{{}, "ptx", ".version 9.0\n", {}, {}, {}, {}}));
}

TEST(ModuleCode, KernelsHaveReadableNames)
{
    const std::string mangled = " Function second:\n  REG:10 STACK:0 SHARED:0 LOCAL:0\n";
    const std::string readable
        = " Function second(int, A::B):\n  REG:10 STACK:0 SHARED:0 LOCAL:0\n";
    const auto code = codeOfModule({{}, disassembly, mangled, readable, {}});
    EXPECT_EQ(code.at(0).kernel, "first");
    EXPECT_EQ(code.at(1).kernel, "second(int, A::B)");
    EXPECT_EQ(code.at(1).registers, 10);
    const auto broken = codeOfModule({{}, disassembly, mangled, "x\n" + readable, {}});
    EXPECT_EQ(broken.at(1).kernel, "second") << "lines that do not agree are ignored";
}

TEST(ModuleCode, MissingTextsAreExplained)
{
    const auto failed = codeOfModule({{}, {}, {}, {}, "nvdisasm is missing"});
    ASSERT_EQ(failed.size(), 1U);
    EXPECT_EQ(failed[0].note, "nvdisasm is missing");
    const auto empty = codeOfModule({});
    ASSERT_EQ(empty.size(), 1U);
    EXPECT_EQ(empty[0].kind, "sass");
    EXPECT_FALSE(empty[0].note.empty());
}

TEST(ModuleCode, LongTextsAreCutAfterAWholeLine)
{
    GeneratedCode code = sized(maxGeneratedText + 1);
    code.text[100] = '\n';
    const auto cut = boundedCode({code});
    EXPECT_EQ(cut[0].text.size(), 101U);
    EXPECT_EQ(cut[0].note, "cut after 101 bytes");
    const auto whole = boundedCode({sized(maxGeneratedText)});
    EXPECT_EQ(whole[0], sized(maxGeneratedText));
    EXPECT_EQ(boundedCode({sized(maxGeneratedText + 1)})[0].text.size(), maxGeneratedText);
}

TEST(ModuleCode, DropsTextsBeyondTheTotalLimit)
{
    const auto bounded
        = boundedCode({sized(maxGeneratedText), sized(maxGeneratedText - 2), sized(3), sized(2)});
    ASSERT_EQ(bounded.size(), 4U);
    EXPECT_TRUE(bounded[2].text.empty());
    EXPECT_NE(bounded[2].note.find("8 MiB"), std::string::npos) << bounded[2].note;
    EXPECT_EQ(bounded[3], sized(2));
}

TEST(ModuleCode, HostileEntriesAreRemoved)
{
    GeneratedCode unknown = sized(1);
    unknown.kind = "html";
    GeneratedCode odd = sized(1);
    odd.registers = -1;
    odd.localBytes = 0;
    odd.kernel = std::string(10'000, 'n');
    const auto bounded = boundedCode({unknown, odd});
    ASSERT_EQ(bounded.size(), 1U);
    EXPECT_EQ(bounded[0].registers, std::nullopt);
    EXPECT_EQ(bounded[0].localBytes, 0);
    EXPECT_LT(bounded[0].kernel.size(), 5'000U);
    EXPECT_EQ(boundedCode(std::vector<GeneratedCode>(maxGeneratedEntries + 1)).size(),
              maxGeneratedEntries);
}

} // namespace loupe::test
