// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/comparison/groupspeeds.h"

#include <gtest/gtest.h>

#include "tests/core/analysis/metricrows.h"

namespace loupe::test {

namespace {

ComparedPair moved(const char *task, PairState state, std::optional<double> ratio = std::nullopt,
                   PairVerdict verdict = PairVerdict::NotTimed)
{
    ComparedPair pair;
    pair.task = task;
    pair.state = state;
    pair.ratio = ratio;
    pair.verdict = verdict;
    return pair;
}

} // namespace

TEST(TopMovers, ListsTheLargestOfEachKindAndCountsAll)
{
    RunComparison comparison;
    comparison.pairs = {
        moved("same", PairState::BothCorrect, 1.0, PairVerdict::Unclear),
        moved("a bit faster", PairState::BothCorrect, 1.2, PairVerdict::Faster),
        moved("broken", PairState::Broken),
        moved("much faster", PairState::BothCorrect, 3.0, PairVerdict::Faster),
        moved("fixed first", PairState::Fixed),
        moved("slow", PairState::BothCorrect, 0.5, PairVerdict::Slower),
        moved("fixed second", PairState::Fixed),
        moved("slower", PairState::BothCorrect, 0.25, PairVerdict::Slower),
    };
    const TopMovers one = topMovers(comparison, 1);
    std::vector<std::string> tasks;
    for (const ComparedPair *pair : one.pairs)
        tasks.push_back(pair->task);
    EXPECT_EQ(tasks, (std::vector<std::string>{"broken", "fixed first", "slower", "much faster"}));
    EXPECT_EQ(one.broken, 1);
    EXPECT_EQ(one.fixed, 2);
    EXPECT_EQ(one.slower, 2);
    EXPECT_EQ(one.faster, 2);
    EXPECT_EQ(topMovers(comparison, 10).pairs.size(), 7U);
}

} // namespace loupe::test
