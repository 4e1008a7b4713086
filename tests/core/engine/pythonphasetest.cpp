// SPDX-License-Identifier: Apache-2.0
#include "core/engine/python/pythonphase.h"

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
    EXPECT_EQ(phase.largestTrial().caseName, "600");
}

TEST(PythonPhase, FewTrialsAreAllTaken)
{
    EXPECT_EQ(namesOf(phaseOf({20, 10}).trialsOfAllSizes(8)),
              (std::vector<std::string>{"10", "20"}));
    EXPECT_TRUE(phaseOf({}).trialsOfAllSizes(8).empty());
}

} // namespace loupe
