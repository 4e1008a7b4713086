// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/rounds/roundgroups.h"

#include "core/analysis/population/mixture.h"

#include <gtest/gtest.h>

#include "tests/core/analysis/metricrows.h"
#include "tests/core/analysis/smallparts.h"

namespace loupe::test {

namespace {

class Rounds
{
public:
    /// Adds a trajectory with these verdicts by round.
    void add(const char *method, const char *suite, const char *task, const char *device,
             std::vector<Verdict> verdicts)
    {
        for (std::size_t round = 0; round < verdicts.size(); ++round) {
            const bool isRight = verdicts[round] == Verdict::Correct;
            MetricRow row = metricRow("c", verdicts[round],
                                      isRight ? std::optional(1.0 + static_cast<double>(all.size()))
                                              : std::nullopt);
            row.id = {static_cast<std::int64_t>(all.size()) + 1};
            row.method = method;
            row.suite = suite;
            row.run = std::string(method) + " on " + device;
            row.task = task;
            row.device = device;
            row.round = static_cast<int>(round);
            all.push_back(row);
        }
    }

    std::vector<MetricRow> all;
};

Rounds twoMethods()
{
    using enum Verdict;
    Rounds rounds;
    rounds.add("geak", "kbx", "a", "H20", {WrongValue, Correct});
    rounds.add("geak", "kbx", "b", "H20", {Correct, Correct});
    rounds.add("other", "kbx", "a", "H20", {Correct, Correct});
    rounds.add("sampler", "kbx", "a", "H20", {Correct}); // has no rounds
    return rounds;
}

std::vector<RoundGroup> roundGroups(std::vector<MetricRow> rows, const Scope &scope)
{
    WholeRows whole(std::move(rows));
    return loupe::roundGroups(whole, scope);
}

} // namespace

TEST(RoundGroupsTest, MethodsAreNotMixed)
{
    const std::vector<RoundGroup> groups = roundGroups(twoMethods().all, {});
    ASSERT_EQ(groups.size(), 2U);
    EXPECT_EQ(groups[0].name, "geak on kbx");
    EXPECT_EQ(groups[0].trajectories, 2U);
    EXPECT_EQ(groups[0].rows.size(), 4U);
    EXPECT_EQ(groups[1].name, "other on kbx");
    const TrajectoryCohort joined = joinedCohort(groups);
    EXPECT_EQ(joined.stories.size(), 3U);
    EXPECT_EQ(joined.rounds, (std::vector<int>{0, 1}));
    EXPECT_EQ(joined.count(StoryKind::Rescued), 1);
    EXPECT_TRUE(roundGroups({}, {}).empty());
}

TEST(RoundGroupsTest, SeparatesDevicesIfSplitOrPooled)
{
    Rounds rounds = twoMethods();
    rounds.add("geak", "kbx", "a", "A100", {Verdict::WrongValue, Verdict::Correct});
    EXPECT_EQ(roundGroups(rounds.all, {}).size(), 2U); // only those of the most frequent device
    for (const auto kind : {ConditionRule::Kind::Split, ConditionRule::Kind::Pool}) {
        Scope scope;
        scope.rules[GroupBy::Device] = {kind, {}};
        const std::vector<RoundGroup> groups = roundGroups(rounds.all, scope);
        ASSERT_EQ(groups.size(), 3U);
        EXPECT_EQ(groups[0].name, "geak on kbx, H20");
        EXPECT_EQ(groups[0].trajectories, 2U);
        EXPECT_EQ(groups[0].scope.rule(GroupBy::Device).value, "H20");
        EXPECT_EQ(groups.back().name, "geak on kbx, A100");
        EXPECT_EQ(groups.back().rows.size(), 2U);
    }
}

TEST(RoundGroupsTest, PartsGiveTheGroupsOfAllRows)
{
    Rounds rounds = twoMethods();
    rounds.add("geak", "kbx", "a", "A100", {Verdict::WrongValue, Verdict::Correct});
    rounds.add("other", "kbx", "b", "A100", {Verdict::Correct, Verdict::Correct});
    const auto textOf = [](const std::vector<RoundGroup> &groups) {
        std::string out;
        for (const RoundGroup &group : groups) {
            out += group.name + ":";
            for (const MetricRow &row : group.rows)
                out += " " + std::to_string(row.id.value);
            out += "\n";
        }
        return out;
    };
    Scope onA100;
    onA100.rules[GroupBy::Device] = {ConditionRule::Kind::Only, "A100"};
    for (const Scope &scope : {Scope(), onA100}) {
        RemainingParts parts(rounds.all, scope); // without the rows of the other device
        EXPECT_EQ(textOf(roundGroups(parts, scope)), textOf(roundGroups(rounds.all, scope)));
    }
    Scope split;
    split.rules[GroupBy::Device] = {ConditionRule::Kind::Split, {}};
    SmallParts parts(rounds.all);
    EXPECT_EQ(textOf(roundGroups(parts, split)), textOf(roundGroups(rounds.all, split)));
}

TEST(RoundGroupsTest, TheAttemptThatIsCountedDoesNotMatter)
{
    Scope scope;
    scope.choice = {AttemptRule::AtRound, 1};
    const std::vector<RoundGroup> groups = roundGroups(twoMethods().all, scope);
    ASSERT_FALSE(groups.empty());
    EXPECT_EQ(groups[0].rows.size(), 4U);
}

} // namespace loupe::test
