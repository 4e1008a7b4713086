// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/subjectconstruction.h"

#include "core/judge/protocol.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/core/engine/submissionparts.h"

namespace loupe {

namespace {

using Names = std::vector<std::string>;

class Construction : public testing::Test
{
protected:
    Status construct() { return constructSubject(parts.shared, parts.work, phase); }

    test::SubmissionParts parts;
    PythonPhase phase;
};

/// Returns answers of a constructor that raises this exception.
test::AnsweringChild::Says raising(std::string type)
{
    return [type = std::move(type)](const Json &request, PythonChild::Answer &answer) {
        if (request.value("do", "") != "construct")
            return;
        answer.outcome = {Verdict::Crashed, "it raised " + type, 0};
        answer.body = {{"error", {{"type", type}, {"traceback", "Traceback of " + type}}}};
    };
}

} // namespace

TEST_F(Construction, OnAProcessorTheModelIsMadeInOneRequest)
{
    parts.answerWith();
    phase.modelSeed = 7;
    ASSERT_TRUE(construct());
    EXPECT_EQ(parts.askedFor(), Names{"construct"});
    EXPECT_EQ(parts.asked.front().at("seed"), 7);
    EXPECT_FALSE(parts.work.hasEnded());
}

TEST_F(Construction, ConstructsOnTheHostBeforeTheMoveToADevice)
{
    parts.context.settings.device = "cuda:0";
    parts.context.clock.method = TimingMethod::Cupti;
    parts.answerWith();
    ASSERT_TRUE(construct());
    EXPECT_EQ(parts.askedFor(), (Names{"construct", "move"}));
    EXPECT_EQ(parts.asked.front().at("stays_on_host"), true);
}

TEST_F(Construction, SetsReferenceWeightsAndReportsOtherForms)
{
    phase.weights = test::bundleOf(4);
    parts.answerWith([](const Json &request, PythonChild::Answer &answer) {
        if (request.value("do", "") == "set_state")
            answer.body["matched"] = "none";
    });
    ASSERT_TRUE(construct());
    EXPECT_EQ(parts.askedFor(), (Names{"construct", "set_state"}));
    EXPECT_EQ(parts.work.evaluation.flags, Names{"weights_by_seed"});
}

TEST_F(Construction, RaisingIsACrashOrBuildFailureByProtocol)
{
    parts.answerWith(raising("ValueError"));
    ASSERT_TRUE(construct());
    EXPECT_EQ(parts.work.verdict, Verdict::Crashed);
    EXPECT_EQ(parts.work.evaluation.buildLog, "Traceback of ValueError");

    const auto suite = protocolFor("kernelbench", "", {}, Json::object(), {});
    ASSERT_TRUE(suite) << suite.error().message;
    phase.protocol = *suite;
    for (const auto &[type, verdict] : {std::pair("ValueError", Verdict::LoadError),
                                        std::pair("RuntimeError", Verdict::Crashed)}) {
        parts.answerWith(raising(type));
        parts.work.verdict = Verdict::Correct;
        ASSERT_TRUE(construct());
        EXPECT_EQ(parts.work.verdict, verdict) << type;
    }
}

TEST_F(Construction, ReusesAModelConstructedAhead)
{
    auto plan = std::make_shared<PythonPhase>();
    for (const bool isStrict : {false, true}) {
        parts.answerWith();
        plan->isStrict = isStrict;
        parts.work.constructed = PythonWork::Constructed{
            plan, {{Verdict::Correct, {}, 0}, Json{{"rng_state", "as it left it"}}, {}}};
        ASSERT_TRUE(construct());
        EXPECT_EQ(std::ranges::count(parts.askedFor(), "construct"), isStrict ? 1 : 0);
        EXPECT_EQ(parts.work.generator, isStrict ? "" : "as it left it");
        EXPECT_FALSE(parts.work.constructed);
    }
}

TEST_F(Construction, DoesNotConstructUnloadedCandidatesAhead)
{
    parts.answerWith();
    constructAhead(parts.shared, parts.work);
    EXPECT_TRUE(parts.asked.empty());
    EXPECT_FALSE(parts.work.constructed);
}

} // namespace loupe
