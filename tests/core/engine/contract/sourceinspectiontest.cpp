// SPDX-License-Identifier: Apache-2.0
#include "core/engine/contract/sourceinspection.h"

#include "core/engine/contract/evaluationparts.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace loupe {

namespace {

Finding found(const std::string &rule, FindingSeverity severity)
{
    return {rule, RuleLayer::Static, severity, "why", 1};
}

std::vector<std::string> rulesOf(const std::vector<Finding> &findings)
{
    std::vector<std::string> out;
    for (const Finding &each : findings)
        out.push_back(each.rule);
    return out;
}

constexpr const char *threading = "#include <thread>\nvoid f() { std::thread t; }\n";

} // namespace

TEST(SourceInspection, NativeSourcesNeedNoPython)
{
    SourceInspection inspection;
    const auto clean
        = inspection.read("int f() { return 0; }\n", "cpp", "f", LibraryPolicy::Mixed, {});
    ASSERT_TRUE(clean) << clean.error().text();
    EXPECT_TRUE(clean->findings.empty());
    EXPECT_EQ(clean->traits.madeOf, MadeOf::OwnKernels);
    for (const char *language : {"cpp", "cuda"}) {
        const auto reading = inspection.read(threading, language, "f", LibraryPolicy::Mixed, {});
        ASSERT_TRUE(reading);
        EXPECT_EQ(rulesOf(reading->findings), std::vector<std::string>{"threads"}) << language;
        EXPECT_EQ(reading->findings.front().line, 2);
    }
}

TEST(SourceInspection, UnreadPythonSourcesAreNotClean)
{
    SourceInspection inspection;
    const auto reading = inspection.read("x = 1\n", "python", "ModelNew", LibraryPolicy::Mixed, {});
    ASSERT_FALSE(reading);
    EXPECT_EQ(reading.error().code, Errc::Environment);
    EXPECT_EQ(reading.error().hint, "name one with --python");
    EXPECT_FALSE(inspection.readRecorded("x = 1\n", "cuda", {}))
        << "a recorded source may be Python, whatever is said of it";
}

TEST(SourceInspection, AllFilesOfASubmissionAreRead)
{
    const auto settings = PythonInspector::settingsFor(
        "/usr/bin/python3", LOUPE_SOURCE_DIR "/resources/worker", SandboxMode::None);
    if (!PythonInspector::start(settings))
        GTEST_SKIP() << "no Python to read sources with";
    SourceInspection inspection(settings);
    const std::string entry = "from helpers import fast\n"
                              "class ModelNew:\n"
                              "    def forward(self, x):\n"
                              "        return fast(x)\n";
    const std::string helper = "import torch # its kernel includes a.inc\n"
                               "def fast(x):\n"
                               "    return torch.matmul(x, x)\n";
    const auto read = [&](const std::vector<SourceFile> &files) {
        auto reading
            = inspection.read(joinedFiles(files), "python", "ModelNew", LibraryPolicy::Mixed, {});
        EXPECT_TRUE(reading) << reading.error().text();
        return reading ? std::move(*reading) : SourceReading();
    };
    const SourceFile first{"model_new.py", entry};
    EXPECT_EQ(read({first, {"helpers.py", helper}}).traits.madeOf, MadeOf::LibraryOnly)
        << "the helper does the work with a library";
    const std::string kernel = "__global__ void f() {}\nvoid g() { f<<<1, 1>>>(); }\n";
    EXPECT_EQ(read({first, {"helpers.py", helper}, {"a.cu", kernel}}).traits.madeOf, MadeOf::Mixed);
    for (const char *name : {"kernels/a.cpp", "kernels/a.inc"}) {
        const auto reading = read({first, {"helpers.py", helper}, {name, threading}});
        const auto found = std::ranges::find(reading.findings, "threads", &Finding::rule);
        ASSERT_NE(found, reading.findings.end()) << name;
        // Two lines of headers and the entry's five, a header and the helper's four, a header.
        EXPECT_EQ(found->line, 15) << name;
    }
    const auto beside = read({first, {"helpers.py", helper}, {"SKILL.md", threading}});
    EXPECT_EQ(std::ranges::find(beside.findings, "threads", &Finding::rule), beside.findings.end())
        << "a document with code runs nothing";
    EXPECT_TRUE(read({{"model_new.py", "class ("}, {"a.cu", threading}}).findings.empty())
        << "building it reports the error";
}

TEST(SourceInspection, IgnoresCommentsAndStrings)
{
    SourceInspection inspection;
    const auto reading = inspection.read("// std::thread t;\nconst char *s = \"std::thread t;\";\n",
                                         "cpp", "f", LibraryPolicy::Mixed, {});
    ASSERT_TRUE(reading);
    EXPECT_TRUE(reading->findings.empty()) << reading->findings.front().message;
}

TEST(Findings, MostSevereComesFirstAndFlagsTheEvaluation)
{
    Evaluation evaluation;
    addFindings(evaluation, {found("a", FindingSeverity::Note)});
    EXPECT_TRUE(evaluation.flags.empty()) << "a note marks nothing";
    addFindings(evaluation,
                {found("b", FindingSeverity::Suspicion), found("c", FindingSeverity::Note)});
    EXPECT_EQ(rulesOf(evaluation.findings), (std::vector<std::string>{"b", "a", "c"}));
    EXPECT_EQ(evaluation.flags, std::vector<std::string>{"suspicion"});
    addFindings(evaluation, {found("d", FindingSeverity::Proof)});
    EXPECT_EQ(rulesOf(evaluation.findings), (std::vector<std::string>{"d", "b", "a", "c"}));
    EXPECT_EQ(evaluation.flags, (std::vector<std::string>{"suspicion", "proof"}));
    addFindings(evaluation, {});
    EXPECT_EQ(evaluation.flags.size(), 2U) << "no mark comes twice";
}

TEST(Findings, AFlagIsSetOnce)
{
    Evaluation evaluation;
    addFlag(evaluation, "x");
    addFlag(evaluation, "y");
    addFlag(evaluation, "x");
    EXPECT_EQ(evaluation.flags, (std::vector<std::string>{"x", "y"}));
}

TEST(Findings, NoKernelsGiveNoFindings)
{
    EXPECT_TRUE(runtimeFindings(Evaluation(), LibraryPolicy::Pure).empty());
}

} // namespace loupe
