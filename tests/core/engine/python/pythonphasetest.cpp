// SPDX-License-Identifier: Apache-2.0
#include "core/engine/python/pythonphase.h"

#include "core/engine/python/phaseplan.h"
#include "core/engine/python/pythontask.h"

#include <span>

#include <gtest/gtest.h>

namespace loupe {

namespace {

PythonTrial trialOf(const std::string &caseName, std::int64_t elements)
{
    PythonTrial trial;
    trial.caseName = caseName;
    TensorSpec spec;
    spec.dtype = DType::Float32;
    spec.shape = {elements};
    auto arena = TensorArena::create(std::span(&spec, 1));
    EXPECT_TRUE(arena) << arena.error().text();
    trial.given.tensors = std::move(*arena);
    return trial;
}

PythonPhase phaseOf(std::initializer_list<std::int64_t> sizes)
{
    PythonPhase phase;
    for (const std::int64_t size : sizes)
        phase.trials.push_back(trialOf(std::to_string(size), size));
    return phase;
}

std::vector<std::string> namesOf(const std::vector<const PythonTrial *> &trials)
{
    std::vector<std::string> names;
    for (const PythonTrial *trial : trials)
        names.push_back(trial->caseName);
    return names;
}

} // namespace

TEST(PythonPhase, TrialsOfAllSizesAreSpreadAndEndWithTheLargest)
{
    const PythonPhase phase = phaseOf({600, 100, 500, 200, 400, 300});
    EXPECT_EQ(namesOf(phase.trialsOfAllSizes(3)), (std::vector<std::string>{"200", "400", "600"}));
    EXPECT_EQ(namesOf(phase.trialsOfAllSizes(1)), std::vector<std::string>{"600"});
    EXPECT_EQ(namesOf(phase.trialsOfAllSizes(4)).back(), "600");
    EXPECT_EQ(phase.trialsOfAllSizes(4).size(), 4U);
    EXPECT_EQ(phase.maxSizeTrial().caseName, "600");
}

TEST(PythonPhase, FewTrialsAreAllTaken)
{
    EXPECT_EQ(namesOf(phaseOf({20, 10}).trialsOfAllSizes(8)),
              (std::vector<std::string>{"10", "20"}));
    EXPECT_TRUE(phaseOf({}).trialsOfAllSizes(8).empty());
}

TEST(PythonPhase, KeepsTheOrderOfEqualSizes)
{
    PythonPhase phase = phaseOf({10, 10, 10});
    phase.trials[0].caseName = "first";
    phase.trials[2].caseName = "last";
    EXPECT_EQ(namesOf(phase.trialsOfAllSizes(3)),
              (std::vector<std::string>{"first", "10", "last"}));
    EXPECT_EQ(phase.maxSizeTrial().caseName, "first");
}

TEST(PythonPhase, PlanOmitsPreparedData)
{
    PythonPhase phase = phaseOf({10, 20});
    phase.style = PythonStyle::Calls;
    phase.isStrict = true;
    phase.modelSeed = 42;
    phase.isStreamed = true;
    phase.trialBytes = 7;
    phase.deviceBytes = 8;
    phase.generator = "state";
    phase.callsMade = 5;
    const PythonPhase plan = phase.plan();
    EXPECT_EQ(plan.style, PythonStyle::Calls);
    EXPECT_TRUE(plan.isStrict && plan.isStreamed);
    EXPECT_EQ(plan.modelSeed, 42U);
    EXPECT_EQ(plan.trialBytes, 7);
    EXPECT_EQ(plan.deviceBytes, 8);
    EXPECT_TRUE(plan.trials.empty());
    EXPECT_EQ(plan.generator, "") << "that is of the constructor, which was not called";
    EXPECT_FALSE(plan.weights);
}

TEST(PythonPhase, StreamedTrialsMayHaveOtherTypesWhereTheSuiteCastsAllTensors)
{
    PythonPhase suite = phaseOf({10});
    PythonPhase strict = phaseOf({10});
    suite.protocol.cast = InputCast::AllTensors;
    strict.protocol.cast = InputCast::None;
    EXPECT_FALSE(mayGiveOtherTypes(suite, strict)) << "kept trials show their types";
    suite.isStreamed = strict.isStreamed = true;
    EXPECT_TRUE(mayGiveOtherTypes(suite, strict));
    suite.protocol.cast = InputCast::None;
    EXPECT_FALSE(mayGiveOtherTypes(suite, strict));
}

TEST(PythonTrial, PlanKeepsSeedAndPurposeWithoutTensors)
{
    PythonTrial trial = trialOf("strict trial 7", 10);
    trial.index = 6;
    trial.drawSeed = 99;
    trial.seed = "99";
    trial.point = "other_weights";
    trial.variant = "signed";
    trial.place = InputPlacement::Other;
    trial.repeatsFirst = trial.randomisesWeights = trial.redrawsWeights = true;
    trial.constructsAgain = true;
    trial.state = "generator";
    trial.callSeed = 3;
    trial.referenceDraws = true;
    trial.referenceError = {{"float32", 0.5}};
    trial.timedErrors = {{"result", {1, 2}}};
    const PythonTrial plan = trial.plan();
    EXPECT_EQ(plan.index, 6U);
    EXPECT_EQ(plan.caseName, "strict trial 7");
    EXPECT_EQ(plan.drawSeed, 99U);
    EXPECT_EQ(plan.seed, "99");
    EXPECT_EQ(plan.point, "other_weights");
    EXPECT_EQ(plan.variant, "signed");
    EXPECT_EQ(plan.place, InputPlacement::Other);
    EXPECT_TRUE(plan.repeatsFirst && plan.randomisesWeights && plan.redrawsWeights);
    EXPECT_TRUE(plan.constructsAgain);
    EXPECT_EQ(plan.given.view().bytes(), 0U);
    EXPECT_FALSE(plan.callSeed);
    EXPECT_EQ(plan.state, "");
    EXPECT_FALSE(plan.referenceDraws);
    EXPECT_TRUE(plan.referenceError.empty());
    EXPECT_TRUE(plan.timedErrors.empty());
}

TEST(PythonPhase, DrawsInputsAfterTheCandidateOnlyIfTheSuiteDoes)
{
    PythonPhase phase;
    phase.protocol.seedScheme = SeedScheme::AfterCandidate;
    EXPECT_TRUE(phase.followsCandidate());
    phase.isStrict = true;
    EXPECT_FALSE(phase.followsCandidate()) << "our seeds are set before each trial";
    phase.isStrict = false;
    phase.style = PythonStyle::Script;
    EXPECT_FALSE(phase.followsCandidate());
    phase.style = PythonStyle::Model;
    phase.protocol.seedScheme = SeedScheme::PerTrial;
    EXPECT_FALSE(phase.followsCandidate());
}

TEST(PythonTask, TraitsAreOneObject)
{
    BenchmarkTask task;
    EXPECT_EQ(factsOf(task), Json::object());
    task.facts = {{"inputs", "get_input_groups"}, {"cases", 3}, {"interfaces", {"add.out"}}};
    EXPECT_EQ(factsOf(task), Json::parse(R"({"inputs": "get_input_groups", "cases": 3,
                                             "interfaces": ["add.out"]})"));
}

} // namespace loupe
