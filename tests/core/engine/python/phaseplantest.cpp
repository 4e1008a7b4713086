// SPDX-License-Identifier: Apache-2.0
#include "core/engine/python/phaseplan.h"

#include "core/judge/protocol.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

BenchmarkTask taskNamed(const std::string &name)
{
    BenchmarkTask task;
    task.task.name = name;
    return task;
}

} // namespace

TEST(PhasePlan, SeedsDependOnTheSecretOfTheRun)
{
    // printf 'run\nlevel1/1\n3' | sha256sum, the first 15 digits
    EXPECT_EQ(secretSeed("run", "level1/1", 3), 0x3fb2237c122257cU);
    EXPECT_NE(secretSeed("run", "level1/1", 4), secretSeed("run", "level1/1", 3));
    EXPECT_NE(secretSeed("run2", "level1/1", 3), secretSeed("run", "level1/1", 3));
}

TEST(PhasePlan, SuitePhaseUsesSuiteSeedsAndStrictPhaseSecretOnes)
{
    PythonContext context;
    context.seed = "run";
    context.strict = strictProtocol();
    context.rules.judgedBy = JudgedBy::Both;
    Protocol suite = strictProtocol();
    suite.seedScheme = SeedScheme::PerTrial;
    suite.seeds = {11, 12};
    suite.modelSeed = 42;
    const auto phases = plannedPhases(taskNamed("level1/1"), context, suite);
    ASSERT_EQ(phases.size(), 2U);
    EXPECT_FALSE(phases[0].isStrict);
    EXPECT_EQ(phases[0].modelSeed, 42U);
    ASSERT_EQ(phases[0].trials.size(), 2U);
    EXPECT_EQ(phases[0].trials[1].caseName, "trial 2");
    EXPECT_EQ(phases[0].trials[1].seed, "12");
    EXPECT_TRUE(phases[1].isStrict);
    EXPECT_EQ(phases[1].modelSeed, secretSeed("run", "level1/1", 0));
    ASSERT_GE(phases[1].trials.size(), 1U);
    EXPECT_EQ(phases[1].trials[0].caseName, "strict trial 1");
    EXPECT_EQ(phases[1].trials[0].drawSeed, secretSeed("run", "level1/1", 1));
    for (const PythonTrial &trial : phases[1].trials)
        EXPECT_TRUE(trial.drawSeed && trial.drawSeed != suite.seeds[0]) << trial.caseName;
}

TEST(PhasePlan, AGroupedTaskHasATrialForEachCase)
{
    PythonContext context;
    context.rules.judgedBy = JudgedBy::Suite;
    BenchmarkTask task = taskNamed("t");
    task.facts["inputs"] = "get_input_groups";
    task.facts["cases"] = 3;
    Protocol suite = strictProtocol();
    suite.seedScheme = SeedScheme::Once;
    const auto phases = plannedPhases(task, context, suite);
    ASSERT_EQ(phases.size(), 1U);
    EXPECT_TRUE(phases[0].isGrouped);
    EXPECT_EQ(phases[0].trials.size(), 3U);
}

} // namespace loupe
