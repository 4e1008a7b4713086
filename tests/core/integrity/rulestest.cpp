// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/ruleregistry.h"

#include <map>
#include <set>

#include <gtest/gtest.h>

namespace loupe {

namespace {

PythonFacts withCalls(std::vector<SourceFact> calls)
{
    PythonFacts facts;
    facts.calls = std::move(calls);
    return facts;
}

/// "rule severity" of each finding.
std::vector<std::string> found(const CandidateEvidence &evidence)
{
    std::vector<std::string> out;
    for (const Finding &one : findingsOf(evidence))
        out.push_back(one.rule + " " + std::string(severityName(one.severity)));
    return out;
}

using Found = std::vector<std::string>;

CandidateEvidence python(PythonFacts facts, LibraryPolicy policy = LibraryPolicy::Mixed)
{
    return {policy, "ModelNew", std::move(facts), {}};
}

CandidateEvidence native(std::string_view source, LibraryPolicy policy = LibraryPolicy::Mixed)
{
    return {policy, "", {}, cppFacts(source)};
}

} // namespace

TEST(RulesTest, EveryRuleSaysWhatItProvesAndCannotSee)
{
    std::set<std::string_view> ids;
    for (const auto &rule : allRules()) {
        EXPECT_TRUE(ids.insert(rule->id()).second) << rule->id();
        EXPECT_GT(rule->proves().size(), 20U) << rule->id();
        EXPECT_GT(rule->cannotSee().size(), 20U) << rule->id();
    }
}

// core/records makes these findings; whoever reads them must find what they prove.
TEST(RulesTest, RulesThatImportersApplyAreRegistered)
{
    std::map<std::string_view, FindingSeverity> records;
    for (const auto &rule : allRules()) {
        if (rule->layer() == RuleLayer::Record)
            records[rule->id()] = rule->severity();
    }
    const std::map<std::string_view, FindingSeverity> expected{
        {"recorded_cheating", FindingSeverity::Note},
        {"recorded_hack", FindingSeverity::Suspicion}};
    EXPECT_EQ(records, expected);
    CandidateEvidence marked;
    marked.flags = {"recorded_hack"};
    EXPECT_EQ(found(marked), Found{"recorded_hack suspicion"});
}

TEST(RulesTest, LibraryUseWeighsByPolicy)
{
    const PythonFacts facts
        = withCalls({{"torch.nn.functional.relu", 4, "ModelNew.forward", true}});
    EXPECT_EQ(found(python(facts, LibraryPolicy::Pure)), Found{"library_only suspicion"});
    EXPECT_EQ(found(python(facts)), Found{"library_only suspicion"});
    EXPECT_EQ(found(python(facts, LibraryPolicy::Any)), Found{"library_only note"});

    PythonFacts beside = facts;
    beside.functions.push_back({"kernel", 1, true, {"triton.jit"}});
    EXPECT_EQ(found(python(beside)), Found{"library_use note"});
    EXPECT_EQ(found(python(beside, LibraryPolicy::Pure)), Found{"library_use suspicion"});
}

TEST(RulesTest, WhatTheEntryCannotReachIsNotHeldAgainstIt)
{
    const PythonFacts facts = withCalls({{"torch.matmul", 4, "unused", false}});
    EXPECT_EQ(found(python(facts)), Found{});
}

TEST(RulesTest, MakingTensorsIsNotLibraryWork)
{
    const PythonFacts facts
        = withCalls({{"torch.empty_like", 4, "ModelNew.forward", true},
                     {"torch.nn.Linear", 2, "ModelNew.__init__", true},
                     {"torch.cuda.current_stream", 5, "ModelNew.forward", true}});
    EXPECT_EQ(found(python(facts)), Found{});
}

TEST(RulesTest, AKernelThatNothingLaunchesBesideTheLibraryIsSuspicious)
{
    EXPECT_EQ(found(native("__global__ void k() {}\nvoid run() { at::matmul(a, b); }")),
              (Found{"dead_kernel suspicion", "library_use note"}));
    EXPECT_EQ(found(native("__global__ void k() {}\nvoid run() { k<<<1, 1>>>(); }")), Found{});
}

TEST(RulesTest, ReplacingAClockIsProofOnceAndNothingElse)
{
    PythonFacts facts;
    facts.writes = {{"torch.cuda.Event.elapsed_time", 3, "", true}};
    EXPECT_EQ(found(python(facts)), Found{"framework_tampering proof"});
    facts.writes = {{"torch.backends.cuda.matmul.allow_tf32", 3, "", true}};
    EXPECT_EQ(found(python(facts)), Found{"precision_flags suspicion"});
    facts.writes = {{"torch.backends.cudnn.benchmark", 3, "", true}};
    EXPECT_EQ(found(python(facts)), Found{"precision_flags note"});
    facts.writes = {{"torch.backends.cudnn.*", 3, "", true}};
    EXPECT_EQ(found(python(facts)), Found{"precision_flags suspicion"});
    facts.writes = {{"torch.nn.Linear.forward", 3, "", true}};
    EXPECT_EQ(found(python(facts)), Found{"foreign_state suspicion"});
}

TEST(RulesTest, ReadsEmbeddedSourceWithItsLine)
{
    PythonFacts facts;
    facts.embedded.push_back({10, cppFacts("#include <thread>\nvoid f() { std::thread t(g); }")});
    const std::vector<Finding> findings = findingsOf(python(facts));
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].rule, "threads");
    EXPECT_EQ(findings[0].line, 11);
    EXPECT_EQ(findings[0].message, "uses std::thread");
}

TEST(RulesTest, OnlyTheEntrysOwnResultIsHeldConstant)
{
    PythonFacts facts;
    facts.returns = {{5, "helper", true, false}, {9, "ModelNew.forward", true, true}};
    EXPECT_EQ(found(python(facts)), Found{});
    facts.returns = {{9, "ModelNew.forward", true, false}};
    EXPECT_EQ(found(python(facts)), Found{"constant_result suspicion"});
}

TEST(RulesTest, TheGravestComeFirst)
{
    PythonFacts facts = withCalls({{".half", 1, "f", true}, {"sys._getframe", 2, "f", true}});
    facts.writes = {{"torch.allclose", 3, "", true}};
    EXPECT_EQ(
        found(python(facts)),
        (Found{"framework_tampering proof", "frame_walking suspicion", "reduced_precision note"}));
}

} // namespace loupe
