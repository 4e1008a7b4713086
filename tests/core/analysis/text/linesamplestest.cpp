// SPDX-License-Identifier: Apache-2.0
//
// The disassembly is a short one in nvdisasm's syntax, and the samples are made up for it. Those of
// linesamples_golden.json were recorded on a GPU together with ncu's (its "source" says where).
#include "core/analysis/text/linesamples.h"

#include "core/base/files.h"
#include "core/base/json.h"

#include <cmath>

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

/// Returns the machine code of `function` with `instructions` instructions on lines 3 and 4.
GeneratedCode machineCode(const std::string &kernel, const std::string &function, int instructions)
{
    GeneratedCode code;
    code.kernel = kernel;
    code.kind = "sass";
    code.text = "\t.section\t.text." + function + ",\"ax\",@progbits\n";
    const char *const addresses[] = {"0000", "0010", "0020", "0030"};
    for (int i = 0; i < instructions; ++i) {
        if (i % 2 == 0)
            code.text
                += "\t//## File \"/w/candidate.cu\", line " + std::to_string(3 + i / 2) + "\n";
        code.text += "        /*" + std::string(addresses[i]) + "*/                   NOP;\n";
    }
    return code;
}

Candidate cudaCandidate()
{
    Candidate candidate;
    candidate.fileName = "candidate.cu";
    return candidate;
}

} // namespace

TEST(LineSamples, AreBesideTheInstructionAndItsSourceLine)
{
    const std::vector<GeneratedCode> code{{"add", "ptx", "ret;\n", {}, {}, {}, {}},
                                          machineCode("add", "_Z3addPf", 4)};
    const std::vector<InstructionSamples> samples{{"_Z3addPf", "7", 0x0, "wait", 1},
                                                  {"_Z3addPf", "7", 0x10, "long_scoreboard", 4},
                                                  {"_Z3addPf", "7", 0x10, "selected", 5},
                                                  {"_Z3addPf", "7", 0x30, "selected", 2},
                                                  {"other", "8", 0x20, "barrier", 8}};
    const auto byText = samplesByGeneratedLine(code, samples);
    ASSERT_EQ(byText.size(), 2U);
    EXPECT_TRUE(byText[0].empty()) << "PTX has no addresses";
    ASSERT_EQ(byText[1].size(), 7U);
    EXPECT_EQ(byText[1][2].samples, 1);
    EXPECT_EQ(byText[1][3].samples, 9);
    EXPECT_DOUBLE_EQ(byText[1][3].share, 0.45) << "of all samples of the profile";
    EXPECT_EQ(byText[1][3].mainReason(), "long_scoreboard") << "a warp that was selected waits not";
    EXPECT_EQ(byText[1][5].samples, 0);
    EXPECT_EQ(samplesText(byText[1][5]), "");
    EXPECT_EQ(samplesText(byText[1][6]), "10.0 % selected");
    EXPECT_EQ(samplesText(sumOf(byText[1])), "60.0 % long_scoreboard");

    const auto bySource = samplesBySourceLine(code, cudaCandidate(), samples);
    ASSERT_EQ(bySource.size(), 2U);
    EXPECT_EQ(samplesText(bySource.at(3)), "50.0 % long_scoreboard");
    EXPECT_EQ(samplesText(bySource.at(4)), "10.0 % selected");
    const auto again = samplesBySourceLine(code, cudaCandidate(), samples, byText);
    ASSERT_EQ(again.size(), 2U);
    EXPECT_EQ(samplesText(again.at(3)), "50.0 % long_scoreboard");
}

TEST(LineSamples, SharesAreOfSamplesWithoutAFunctionToo)
{
    const std::vector<GeneratedCode> code{machineCode("k", "k", 2)};
    const auto byText
        = samplesByGeneratedLine(code, {{"k", "1", 0x10, "wait", 1}, {"", "", 0, "", 3}});
    EXPECT_EQ(samplesText(sumOf(byText[0])), "25.0 % wait");
}

TEST(LineSamples, OfKernelsWithOneNameTheOneThatFitsBestHasThem)
{
    const std::vector<GeneratedCode> code{machineCode("k", "k", 4), machineCode("k #2", "k", 2),
                                          machineCode("k #3", "k", 1)};
    const auto byText = samplesByGeneratedLine(
        code, {{"k", "1", 0x10, "wait", 3}, {"k", "2", 0x20, "barrier", 1}});
    EXPECT_EQ(samplesText(sumOf(byText[0])), "25.0 % barrier");
    EXPECT_EQ(samplesText(sumOf(byText[1])), "75.0 % wait");
    EXPECT_TRUE(byText[2].empty()) << "it lacks the instruction";
}

TEST(LineSamples, OfOtherCodeAreLeftOut)
{
    const std::vector<GeneratedCode> code{machineCode("k", "k", 2)};
    for (const std::int64_t offset : {std::int64_t{0x8}, std::int64_t{0x100}, std::int64_t{-16}})
        EXPECT_TRUE(samplesByGeneratedLine(code, {{"k", "1", offset, "wait", 3}})[0].empty())
            << offset;
    EXPECT_TRUE(samplesByGeneratedLine(code, {})[0].empty());
    EXPECT_TRUE(samplesBySourceLine(code, cudaCandidate(), {}).empty());
}

TEST(LineSamples, RecordedOnesHaveTheSharesOfNcu)
{
    const auto text
        = readFile(std::string(LOUPE_SOURCE_DIR) + "/tests/core/analysis/linesamples_golden.json");
    ASSERT_TRUE(text);
    Candidate candidate;
    candidate.fileName = "counterkernels.cu";
    const Json golden = Json::parse(*text);
    for (const Json &kernel : golden.at("kernels")) {
        GeneratedCode code;
        code.kind = "sass";
        for (const Json &line : kernel.at("sass"))
            code.text += line.get<std::string>() + "\n";
        const std::string function = kernel.at("function");
        std::vector<InstructionSamples> own;
        for (const Json &each : kernel.at("samples"))
            own.push_back({function, "1", each[0], each[1], each[2]});
        std::vector<InstructionSamples> ncu;
        for (const Json &each : kernel.at("ncu"))
            ncu.push_back({function, "1", each[0], "any", each[1]});
        auto ours = samplesBySourceLine({code}, candidate, own);
        auto theirs = samplesBySourceLine({code}, candidate, ncu);
        EXPECT_GE(theirs.size(), 3U) << function;
        double sum = 0;
        for (const auto &[line, samples] : theirs) {
            EXPECT_NEAR(ours[line].share, samples.share, 0.05) << function << ", line " << line;
            sum += ours[line].share;
        }
        EXPECT_GT(sum, 0.99) << function;
    }
}

TEST(LineSamples, TheLastProfileThatHasSamplesCounts)
{
    CounterProfile first;
    first.samples = {{"k", "1", 0, "wait", 1}};
    CounterProfile second;
    second.samples = {{"k", "1", 0, "wait", 2}};
    EXPECT_EQ(lastSamples({first, second, CounterProfile()}), second.samples);
    EXPECT_TRUE(lastSamples({CounterProfile()}).empty());
}

} // namespace loupe::test
