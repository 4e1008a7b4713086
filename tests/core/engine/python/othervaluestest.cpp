// SPDX-License-Identifier: Apache-2.0
//
// Tests fresh inputs of a function that is timed the way its suite's tests call it: the requests to
// the reference and to both timed sides.
#include "core/engine/python/oracletrials.h"
#include "core/engine/submissions/timedcalls.h"

#include <utility>

#include <gtest/gtest.h>

#include "tests/core/engine/fakeoracle.h"

namespace loupe {

namespace {

/// Scripted reference.
class ToldReference final : public QuietChild
{
public:
    std::string cannot;                   ///< reason if its inputs cannot have other values
    std::vector<std::int64_t> nonFinite;  ///< of consecutive calls; none afterwards
    std::vector<std::int64_t> givenBytes; ///< of each call
    std::vector<Json> asked;

    Answer ask(Json request, const Bundle *given, std::chrono::duration<double> /*deadline*/,
               const std::stop_token & /*stop*/) override
    {
        asked.push_back(request);
        Answer answer{{Verdict::Correct, {}, 0}, Json::object(), {}};
        if (request["do"] == "other_values") {
            if (cannot.empty())
                answer.value = test::bundleOf(64);
            else
                answer.body["cannot"] = cannot;
            return answer;
        }
        if (givenBytes.size() < nonFinite.size())
            answer.body["non_finite"] = nonFinite[givenBytes.size()];
        givenBytes.push_back(given->view().bytes());
        answer.value = test::bundleOf(static_cast<std::int64_t>(128 + 4 * givenBytes.size()));
        return answer;
    }
};

struct Made {
    PythonTrial trial;
    Result<Bundle> again;
};

Made makeOther(ToldReference &reference)
{
    BenchmarkTask task;
    task.entry = "softmax";
    const PythonContext context;
    OracleConversation conversation(task, context, reference, {});
    OracleTrials trials(conversation);
    PythonPhase phase;
    phase.style = PythonStyle::Calls;
    PythonTrial recorded;
    recorded.given = test::bundleOf(32);
    PythonTrial trial = recorded.plan();
    trial.drawSeed = 11;
    auto again = trials.makeOther(phase, recorded, trial);
    return {std::move(trial), std::move(again)};
}

} // namespace

TEST(OtherValues, TheReferenceIsCalledTwiceOnThem)
{
    ToldReference reference;
    const Made made = makeOther(reference);
    ASSERT_TRUE(made.again);
    EXPECT_EQ(made.trial.excused, "");
    EXPECT_EQ(made.trial.given.view().bytes(), 64);
    EXPECT_EQ(made.trial.expected.view().bytes(), 132) << "of the first call";
    EXPECT_EQ(made.again->view().bytes(), 136) << "of the second";
    EXPECT_EQ(reference.givenBytes, (std::vector<std::int64_t>{64, 64}));
    ASSERT_EQ(reference.asked.size(), 3U);
    EXPECT_EQ(reference.asked[0]["seed"], 11);
    EXPECT_EQ(reference.asked[1]["function"], "softmax");
    EXPECT_EQ(reference.asked[1]["return_arguments"], true) << "it may write them";
    EXPECT_EQ(reference.asked[1]["tf32"], false) << "as where trials are expected";
}

TEST(OtherValues, CallsNothingWithoutOtherValues)
{
    ToldReference reference;
    reference.cannot = "none of its inputs is a floating tensor";
    const Made made = makeOther(reference);
    ASSERT_TRUE(made.again);
    EXPECT_EQ(made.trial.excused, reference.cannot);
    EXPECT_TRUE(reference.givenBytes.empty());
}

TEST(OtherValues, NonFiniteOnlyOnOtherValuesIsExcused)
{
    ToldReference only;
    only.nonFinite = {3, 0};
    const Made made = makeOther(only);
    ASSERT_TRUE(made.again);
    EXPECT_NE(made.trial.excused.find("3 elements"), std::string::npos) << made.trial.excused;
    EXPECT_EQ(only.givenBytes, (std::vector<std::int64_t>{64, 32})) << "then on the test's own";

    ToldReference always;
    always.nonFinite = {3, 2};
    const Made usual = makeOther(always);
    ASSERT_TRUE(usual.again);
    EXPECT_EQ(usual.trial.excused, "") << "the test's own give such elements, too";
}

TEST(TimedCalls, PassesArgumentsToAFunctionByName)
{
    PythonPhase phase;
    phase.style = PythonStyle::Calls;
    PythonTrial trial;
    EXPECT_EQ(timedCallOf(phase, trial, "entry")["function"], "entry");
    EXPECT_EQ(timedCallOf(phase, trial, "entry")["return_arguments"], true);
    EXPECT_EQ(lastResultOf(phase)["return_arguments"], true);
    trial.function = "add_Tensor";
    phase.style = PythonStyle::Tests;
    EXPECT_EQ(timedCallOf(phase, trial, "entry")["function"], "add_Tensor");
    EXPECT_EQ(timedCallOf(phase, trial, "entry")["return_arguments"], false);
    phase.style = PythonStyle::Model;
    EXPECT_FALSE(timedCallOf(phase, trial, "entry").contains("function"));
    EXPECT_EQ(lastResultOf(phase)["return_arguments"], false);
}

} // namespace loupe
