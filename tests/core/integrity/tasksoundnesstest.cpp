// SPDX-License-Identifier: Apache-2.0
//
// Tests the conclusions from numbers about a task. The numbers are made up, so that each defect
// stands alone. tests/e2e/taskaudittest.cpp tests that running a task gives such numbers.
#include "core/integrity/tasksoundness.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace loupe {

namespace {

/// Returns a task that no trivial solution passes.
TaskObservation clean()
{
    TaskObservation seen;
    seen.elements = 1000;
    seen.repeat = 1.0;
    seen.random = 1.0;
    seen.zeros = 0.01;
    seen.constant = 0.02;
    seen.copy = 0.0;
    seen.otherDraw = 0.03;
    seen.exact = 1.0;
    seen.inputs = {{"input 1", 0.1, false}, {"input 2", 0.999, false}};
    seen.operators = {{"torch.relu", 0.5, true}, {"torch.sum", 0.0, false}};
    seen.operatorsSeen = 2;
    seen.weights = {{"weight", 0.2, false}};
    seen.weightsSeen = 1;
    return seen;
}

std::set<std::string> rulesOf(const TaskSoundness &soundness)
{
    std::set<std::string> out;
    for (const SoundnessDefect &defect : soundness.defects)
        out.insert(defect.rule);
    return out;
}

std::set<std::string> rulesOf(const TaskObservation &seen)
{
    return rulesOf(judgeSoundness(seen));
}

using Rules = std::set<std::string>;

} // namespace

TEST(TaskSoundnessTest, FindsNothingInASoundTask)
{
    const TaskSoundness sound = judgeSoundness(clean());
    EXPECT_TRUE(sound.isSound());
    EXPECT_TRUE(sound.defects.empty());
    EXPECT_EQ(sound.reason(), "nothing found");
}

TEST(TaskSoundnessTest, OneElementOutsideIsEnoughToBeSound)
{
    TaskObservation seen = clean();
    seen.zeros = 0.999;
    seen.constant = 0.999;
    seen.copy = 0.999;
    seen.otherDraw = 0.999;
    EXPECT_TRUE(rulesOf(seen).empty());
}

TEST(TaskSoundnessTest, FindsPassesWithoutComputation)
{
    TaskObservation seen = clean();
    seen.zeros = 1.0;
    seen.constant = 1.0;
    EXPECT_EQ(rulesOf(seen), Rules{"zeros_pass"}); // zeros are a constant, too
    seen.zeros = 0.5;
    EXPECT_EQ(rulesOf(seen), Rules{"constant_passes"});
    seen = clean();
    seen.copy = 1.0;
    seen.copyOf = "arguments[0][0]";
    EXPECT_EQ(rulesOf(seen), Rules{"copy_passes"});
    EXPECT_NE(judgeSoundness(seen).reason().find("arguments[0][0]"), std::string::npos);
    seen = clean();
    seen.otherDraw = 1.0;
    EXPECT_EQ(rulesOf(seen), Rules{"inputs_without_effect"});
    seen.hasSameInputs = true;
    EXPECT_EQ(rulesOf(seen), Rules{"same_inputs"});
}

TEST(TaskSoundnessTest, FindsPartsWithoutEffect)
{
    TaskObservation seen = clean();
    seen.inputs[1].within = 1.0;
    EXPECT_EQ(rulesOf(seen), Rules{"input_without_effect"});
    EXPECT_NE(judgeSoundness(seen).reason().find("input 2"), std::string::npos);
    seen = clean();
    seen.operators[0].within = 1.0;
    EXPECT_EQ(rulesOf(seen), Rules{"redundant_operator"});
    EXPECT_NE(judgeSoundness(seen).reason().find("1 of 2 operators can be left out: torch.relu"),
              std::string::npos);
    seen = clean();
    seen.operators[1].within = 1.0;
    EXPECT_NE(judgeSoundness(seen).reason().find("can give noise: torch.sum"), std::string::npos);
    seen = clean();
    seen.weights[0].within = 1.0;
    EXPECT_EQ(rulesOf(seen), Rules{"weight_without_effect"});
    EXPECT_TRUE(judgeSoundness(seen).isSound()); // only a caution
}

TEST(TaskSoundnessTest, ReportsATrivialTaskOnce)
{
    TaskObservation seen = clean();
    seen.zeros = 1.0;
    seen.operators[0].within = 1.0;
    seen.inputs[0].within = 1.0;
    EXPECT_EQ(rulesOf(seen), Rules{"zeros_pass"});
}

TEST(TaskSoundnessTest, FindsUnattainableTolerances)
{
    TaskObservation seen = clean();
    seen.exact = 0.98;
    EXPECT_EQ(rulesOf(seen), Rules{"unattainable_tolerance"});
    EXPECT_FALSE(judgeSoundness(seen).isSound());
    seen.exactWithoutTf32 = 0.99; // the cause is not only TF32
    EXPECT_EQ(rulesOf(seen), Rules{"unattainable_tolerance"});
    seen = clean();
    seen.repeat = 0.9;
    seen.random = 0.9;
    EXPECT_EQ(rulesOf(seen), Rules{"reference_unsteady"});
    seen.repeat = 1.0;
    EXPECT_EQ(rulesOf(seen), Rules{"random_output"});
    seen.exact = 0.5; // computed from other random numbers
    EXPECT_EQ(rulesOf(seen), Rules{"random_output"});
    seen = clean();
    seen.notANumber = 3;
    EXPECT_EQ(rulesOf(seen), Rules{"reference_nan"});
    seen.isNanEqual = true;
    EXPECT_TRUE(rulesOf(seen).empty());
    EXPECT_EQ(rulesOf(failedReference("RuntimeError: no")), Rules{"reference_fails"});
    EXPECT_FALSE(failedReference("RuntimeError: no").isSound());
}

TEST(TaskSoundnessTest, Tf32ReferenceIsACaution)
{
    TaskObservation seen = clean();
    seen.exact = 0.61;
    seen.exactWithoutTf32 = 1.0;
    EXPECT_EQ(rulesOf(seen), Rules{"tf32_reference"});
    EXPECT_TRUE(judgeSoundness(seen).isSound());
    EXPECT_NE(judgeSoundness(seen).reason().find("61 % is within the tolerance"),
              std::string::npos);
    EXPECT_EQ(rulesOf(inCommon({clean(), seen})), Rules{"tf32_reference"});
    TaskObservation inexact = clean();
    inexact.exact = 0.9;
    inexact.exactWithoutTf32 = 0.9;
    EXPECT_EQ(rulesOf(inCommon({seen, inexact})), Rules{"unattainable_tolerance"});
    EXPECT_EQ(
        taskObservationFromJson(Json::parse(R"({"elements": 8, "exact_without_tf32_within": 0.5})"))
            ->exactWithoutTf32,
        0.5);
}

TEST(TaskSoundnessTest, RequiresDefectsOnAllInputSets)
{
    TaskObservation zeros = clean();
    zeros.zeros = 1.0;
    zeros.inputs[0].within = 1.0;
    EXPECT_TRUE(rulesOf(inCommon({zeros, clean()})).empty());
    EXPECT_EQ(rulesOf(inCommon({zeros, zeros})), Rules{"zeros_pass"});
    // But a reference that cannot be met on one set of inputs cannot be met at all.
    TaskObservation inexact = clean();
    inexact.exact = 0.5;
    EXPECT_EQ(rulesOf(inCommon({clean(), inexact})), Rules{"unattainable_tolerance"});
}

TEST(TaskSoundnessTest, ReadsWorkerAnswers)
{
    const auto seen = taskObservationFromJson(Json::parse(R"({"elements": 8, "nan": 0,
        "same_inputs": false, "repeat_within": 1.0, "random_within": 1.0, "zeros_within": 0.25,
        "mean_within": 1.0, "copy_within": 0.5, "copy_of": "arguments[0][0]",
        "inputs": [{"name": "input 1", "within": 0.5}],
        "operators": [{"name": "torch.max", "how": "left out", "within": 1.0}],
        "operators_seen": 3, "weights": [], "weights_seen": 0, "smallest": -1.5})"));
    ASSERT_TRUE(seen) << seen.error().message;
    EXPECT_EQ(seen->elements, 8);
    EXPECT_EQ(seen->zeros, 0.25);
    EXPECT_EQ(seen->smallest, -1.5);
    EXPECT_FALSE(seen->otherDraw);
    ASSERT_EQ(seen->operators.size(), 1U);
    EXPECT_TRUE(seen->operators[0].isLeftOut);
    EXPECT_EQ(rulesOf(*seen), Rules{"constant_passes"});
    EXPECT_FALSE(taskObservationFromJson(Json::array()));
}

} // namespace loupe
