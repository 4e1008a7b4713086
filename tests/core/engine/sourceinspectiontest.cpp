// SPDX-License-Identifier: Apache-2.0
#include "core/engine/contract/sourceinspection.h"

#include "core/engine/contract/evaluationparts.h"

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

TEST(SourceInspection, WithoutAPythonItsSourcesAreNotTakenAsClean)
{
    SourceInspection inspection;
    const auto reading = inspection.read("x = 1\n", "python", "ModelNew", LibraryPolicy::Mixed, {});
    ASSERT_FALSE(reading);
    EXPECT_EQ(reading.error().code, Errc::Environment);
    EXPECT_EQ(reading.error().hint, "name one with --python");
    EXPECT_FALSE(inspection.readRecorded("x = 1\n", "cuda", {}))
        << "a recorded source may be Python, whatever is said of it";
}

TEST(SourceInspection, WhatCommentsAndTextsSayIsNoCode)
{
    SourceInspection inspection;
    const auto reading = inspection.read("// std::thread t;\nconst char *s = \"std::thread t;\";\n",
                                         "cpp", "f", LibraryPolicy::Mixed, {});
    ASSERT_TRUE(reading);
    EXPECT_TRUE(reading->findings.empty()) << reading->findings.front().message;
}

TEST(Findings, TheGravestComesFirstAndMarksTheEvaluation)
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

TEST(Findings, NothingThatRanIsNothingFound)
{
    EXPECT_TRUE(runtimeFindings(Evaluation(), LibraryPolicy::Pure).empty());
}

} // namespace loupe
