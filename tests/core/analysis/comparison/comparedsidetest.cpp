// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/comparison/comparedside.h"

#include "core/analysis/comparison/sidechoices.h"
#include "core/analysis/comparison/sidefacts.h"
#include "core/analysis/comparison/sideways.h"
#include "core/analysis/comparison/speedmeasure.h"

#include <algorithm>
#include <iterator>

#include <gtest/gtest.h>

#include "tests/core/analysis/metricrows.h"

namespace loupe::test {

namespace {

struct Made {
    std::string run;
    std::string method;
    std::string task;
    std::string device;
    std::string baseline;
    std::optional<double> speedup;
    std::optional<double> ms = std::nullopt;
};

std::vector<MetricRow> rowsOf(const std::vector<Made> &made)
{
    std::vector<MetricRow> out;
    for (const Made &each : made) {
        MetricRow row = metricRow("c", Verdict::Correct, each.speedup);
        row.id = {static_cast<std::int64_t>(out.size()) + 1};
        row.run = each.run;
        row.method = each.method;
        row.task = each.task;
        row.device = each.device;
        row.baseline = each.baseline;
        row.candidateMs = each.ms;
        out.push_back(row);
    }
    return out;
}

/// Returns rows of one method on two devices over two baselines, one of which is on both devices.
std::vector<MetricRow> devicesAndBaselines()
{
    std::vector<Made> made;
    for (const char *task : {"t0", "t1", "t2"}) {
        made.push_back({"A100 eager", "m", task, "A100", "eager", 2.0});
        made.push_back({"A100 compiled", "m", task, "A100", "compiled", 1.5});
        made.push_back({"H100 compiled", "m", task, "H100", "compiled", 3.0});
    }
    made.push_back({"H100 eager", "m", "t0", "H100", "eager", 4.0});
    return rowsOf(made);
}

std::vector<MetricRow> ofRun(const std::vector<MetricRow> &rows, const std::string &run)
{
    std::vector<MetricRow> out;
    std::ranges::copy_if(rows, std::back_inserter(out),
                         [&](const MetricRow &row) { return row.run == run; });
    return out;
}

} // namespace

TEST(ComparedSide, IsAFilterOrAScope)
{
    const Filter common = *parseFilter("level:2");
    const auto method = scopeOf(sideOf(SideKind::Method, "codex"), common, {});
    ASSERT_TRUE(method);
    EXPECT_EQ(text(method->filter), "level:2 method:codex");
    const auto device = scopeOf(sideOf(SideKind::Device, "A100"), common, {});
    ASSERT_TRUE(device);
    EXPECT_EQ(text(device->filter), "level:2") << "failures that were never timed count, too";
    EXPECT_EQ(device->scope.rule(GroupBy::Device).value, "A100");
    const auto round = scopeOf(sideOf(SideKind::Round, "3"), common, {});
    ASSERT_TRUE(round);
    EXPECT_EQ(round->scope.choice, (AttemptChoice{AttemptRule::AtRound, 3}));
    EXPECT_FALSE(scopeOf(sideOf(SideKind::Round, "x"), common, {}));
    EXPECT_FALSE(scopeOf({SideKind::Filter, "nofield:", "broken"}, common, {}));
    EXPECT_EQ(sideOf(*parseFilter("method:codex")).label, "codex");
    EXPECT_EQ(sideOf(*parseFilter("method:codex level:2")).label, "method:codex level:2");
}

TEST(SideChoices, MethodsComeBeforeRunsAndDevices)
{
    const auto methods = rowsOf({{"r", "one", "a", "A100", "eager", 1.0},
                                 {"r", "two", "a", "A100", "eager", 1.0},
                                 {"r", "two", "b", "A100", "eager", 1.0},
                                 {"r", "three", "a", "A100", "eager", 1.0},
                                 {"s", "three", "c", "not recorded", "", 1.0},
                                 {"s", "three", "d", "", "", 1.0}});
    const SideChoices choices = sideChoices(methods);
    EXPECT_EQ(choices.of(SideKind::Device), (std::vector<ConditionValue>{{"A100", 4}}))
        << "what is not recorded is no device";
    const auto usual = usualSides(methods, choices);
    ASSERT_TRUE(usual);
    EXPECT_EQ(usual->first, sideOf(SideKind::Method, "three"));
    EXPECT_EQ(usual->second, sideOf(SideKind::Method, "two"));
    EXPECT_TRUE(choices.has(sideOf(SideKind::Round, "0")));
    EXPECT_FALSE(choices.has(sideOf(SideKind::Method, "four")));
}

TEST(SideChoices, DoesNotCompareMethodsWithoutCommonTasks)
{
    const auto rows = rowsOf({{"r", "largest", "a", "A100", "eager", 1.0},
                              {"r", "largest", "b", "A100", "eager", 1.0},
                              {"r", "largest", "c", "A100", "eager", 1.0},
                              {"s", "one", "x", "A100", "eager", 1.0},
                              {"s", "one", "y", "A100", "eager", 1.0},
                              {"s", "two", "y", "A100", "eager", 1.0}});
    const auto usual = usualSides(rows, sideChoices(rows));
    ASSERT_TRUE(usual);
    EXPECT_EQ(usual->first, sideOf(SideKind::Method, "one"));
    EXPECT_EQ(usual->second, sideOf(SideKind::Method, "two"));
}

TEST(SideChoices, PrefersMethodsThatSolveTheCommonTasks)
{
    auto rows = rowsOf({{"r", "a", "t", "A100", "eager", 1.0},
                        {"r", "b", "t", "A100", "eager", 1.0},
                        {"r", "c", "t", "A100", "eager", 1.0}});
    rows[1].verdict = Verdict::WrongValue;
    const auto usual = usualSides(rows, sideChoices(rows));
    ASSERT_TRUE(usual);
    EXPECT_EQ(usual->second, sideOf(SideKind::Method, "c"));
}

TEST(SideChoices, PrefersRunsOverOneBaselineWithTheMarkedRunSecond)
{
    const std::vector<MetricRow> rows = devicesAndBaselines();
    const SideChoices choices = sideChoices(rows);
    const auto usual = usualSides(rows, choices);
    ASSERT_TRUE(usual);
    EXPECT_EQ(usual->first.value, "A100 eager") << "of three equally large ones";
    EXPECT_EQ(usual->second.value, "H100 eager") << "the larger ones are against another baseline";
    const auto marked = usualSides(rows, choices, "H100 eager");
    EXPECT_EQ(marked->first.value, "A100 compiled");
    EXPECT_EQ(marked->second.value, "H100 eager");
}

TEST(SideChoices, NamesMissingAlternatives)
{
    const auto one = rowsOf({{"r", "m", "a", "A100", "eager", 1.0}});
    const SideChoices choices = sideChoices(one);
    EXPECT_FALSE(usualSides(one, choices));
    EXPECT_EQ(missingSides(choices),
              "All results are of one method, one run, one device, one round, one baseline.");
    EXPECT_FALSE(missingSides(sideChoices({})).empty());
}

TEST(SharedScope, TakesTheValueThatBothSidesHave)
{
    const auto first = rowsOf({{"r", "a", "t0", "A100", "eager", 1.0},
                               {"r", "a", "t1", "A100", "eager", 1.0},
                               {"r", "a", "t2", "A100", "eager", 1.0},
                               {"r", "a", "t0", "H100", "eager", 1.0}});
    const auto second = rowsOf({{"r", "b", "t0", "H100", "eager", 1.0}});
    ScopedRows a{first, {}};
    ScopedRows b{second, {}};
    shareConditions(a, b);
    EXPECT_EQ(a.scope.rule(GroupBy::Device), (ConditionRule{ConditionRule::Kind::Only, "H100"}))
        << "A100 has more, on one side";
    EXPECT_EQ(b.scope.rule(GroupBy::Device).value, "H100");
    EXPECT_EQ(a.scope.rule(GroupBy::Baseline).kind, ConditionRule::Kind::Largest)
        << "there is but one";
}

TEST(SharedScope, KeepsFixedAndUnsharedValues)
{
    const auto first = rowsOf({{"r", "a", "t0", "A100", "eager", 1.0}});
    const auto second = rowsOf({{"r", "b", "t0", "H100", "compiled", 1.0}});
    ScopedRows a{first, {}};
    ScopedRows b{second, {}};
    b.scope.rules[GroupBy::Baseline] = {ConditionRule::Kind::Only, "compiled"};
    a.scope.rules[GroupBy::Device] = {ConditionRule::Kind::Split, {}};
    shareConditions(a, b);
    EXPECT_EQ(a.scope.rule(GroupBy::Device).kind, ConditionRule::Kind::Largest)
        << "a side is not split";
    EXPECT_EQ(a.scope.rule(GroupBy::Baseline).kind, ConditionRule::Kind::Largest);
    EXPECT_EQ(b.scope.rule(GroupBy::Baseline).value, "compiled");
}

TEST(ScopeOverrides, NameValuesThatReplaceTheScope)
{
    const auto rows = devicesAndBaselines();
    const Population around = populationOf(rows, {}); // A100, eager: the largest of each
    Scope ofA100;
    ofA100.rules[GroupBy::Device] = {ConditionRule::Kind::Only, "A100"};
    ofA100.rules[GroupBy::Baseline] = {ConditionRule::Kind::Only, "compiled"};
    Scope ofH100 = ofA100;
    ofH100.rules[GroupBy::Device] = {ConditionRule::Kind::Only, "H100"};
    const auto overrides
        = scopeOverrides(populationOf(rows, ofA100), populationOf(rows, ofH100), around);
    EXPECT_EQ(overrides,
              (std::vector<ScopeOverride>{{"device", "A100", "H100", "A100"},
                                          {"baseline", "compiled", "compiled", "eager"}}));
    EXPECT_EQ(text(overrides),
              "Instead of the scope: device A100 (A) and H100 (B), for A100; baseline compiled, "
              "for eager.");
}

TEST(ScopeOverrides, AreEmptyIfBothSidesFollowTheScope)
{
    const auto rows = devicesAndBaselines();
    const Population around = populationOf(rows, {});
    EXPECT_TRUE(scopeOverrides(around, around, around).empty());
    EXPECT_TRUE(text(std::vector<ScopeOverride>()).empty());
    Scope split;
    split.rules[GroupBy::Device] = {ConditionRule::Kind::Split, {}};
    EXPECT_TRUE(scopeOverrides(around, around, populationOf(rows, split)).empty())
        << "a scope that tells the devices apart has none that a side replaces";
}

TEST(ScopeOverrides, RoundsReplaceTheAttempt)
{
    const auto rows = devicesAndBaselines();
    Scope first;
    first.choice = {AttemptRule::AtRound, 0};
    const auto overrides = scopeOverrides(populationOf(rows, first), populationOf(rows, first),
                                          populationOf(rows, {}));
    ASSERT_EQ(overrides.size(), 1U);
    EXPECT_EQ(overrides[0].what, "attempt");
    EXPECT_EQ(overrides[0].first, "round 0");
}

TEST(SpeedMeasure, UsesTimesIfSpeedupsAreRare)
{
    const auto both = rowsOf({{"r", "a", "t0", "D", "eager", 2.0, 1.0},
                              {"r", "a", "t1", "D", "", std::nullopt, 1.0},
                              {"r", "a", "t2", "D", "", std::nullopt, 1.0}});
    EXPECT_EQ(usualMeasure(both, both, false), SpeedMeasure::Times) << "1 of 3 has a speedup";
    EXPECT_EQ(usualMeasure({both.data(), 2}, both, false), SpeedMeasure::Speedups) << "1 of 2";
    const auto first = rowsOf({{"r", "a", "t0", "D", "eager", 2.0}});
    const auto second = rowsOf({{"r", "a", "t0", "E", "eager", 2.0}});
    EXPECT_EQ(usualMeasure(first, second, true), SpeedMeasure::Gains);
    EXPECT_EQ(usualMeasure(first, second, false), SpeedMeasure::Speedups) << "which is refused";
    for (const SpeedMeasure each :
         {SpeedMeasure::Speedups, SpeedMeasure::Times, SpeedMeasure::Gains, SpeedMeasure::Nothing})
        EXPECT_EQ(speedMeasureFromName(name(each)), each);
    EXPECT_FALSE(speedMeasureFromName("seconds"));
}

TEST(SideFacts, ListsEqualAndDifferingConditions)
{
    const std::vector<MetricRow> rows = devicesAndBaselines();
    const Population first = populationOf(ofRun(rows, "A100 eager"), {});
    const Population second = populationOf(ofRun(rows, "H100 compiled"), {});
    const ComparedSide a = sideOf(SideKind::Run, "A100 eager");
    const ComparedSide b = sideOf(SideKind::Run, "H100 compiled");
    const auto facts = sideFacts(first, second, comparedDimensions(a, b), SpeedMeasure::Speedups);
    const auto fact
        = [&](const std::string &what) { return *std::ranges::find(facts, what, &SideFact::what); };
    EXPECT_EQ(fact("Method"), (SideFact{"Method", "m", "m", SideFact::State::Same}));
    EXPECT_EQ(fact("Device").state, SideFact::State::Compared) << "runs bring their devices along";
    EXPECT_EQ(fact("Baseline"),
              (SideFact{"Baseline", "eager", "compiled", SideFact::State::Differs}));
    EXPECT_EQ(fact("Correct").first, "3 of 3");
    EXPECT_EQ(fact("Kernel times in ms").second, "not recorded");
    const ComparedSide method = sideOf(SideKind::Method, "m");
    const auto ofMethods
        = sideFacts(first, second, comparedDimensions(method, method), SpeedMeasure::Speedups);
    EXPECT_EQ(std::ranges::find(ofMethods, "Device", &SideFact::what)->state,
              SideFact::State::Differs);
}

TEST(SideWays, AnotherRunOutcomesAndTimes)
{
    const std::vector<MetricRow> rows = devicesAndBaselines();
    const Population first = populationOf(ofRun(rows, "A100 eager"), {});
    const Population second = populationOf(ofRun(rows, "H100 compiled"), {});
    const ComparedSide a = sideOf(SideKind::Run, "A100 eager");
    const ComparedSide b = sideOf(SideKind::Run, "H100 compiled");
    const auto ways = waysToCompare({rows, a, b, first, second});
    ASSERT_EQ(ways.size(), 4U);
    // With equal numbers of tasks, another run is proposed before comparing outcomes only.
    EXPECT_EQ(ways[0].title, "Use compiled on both sides");
    EXPECT_EQ(ways[0].first.value, "A100 compiled");
    EXPECT_EQ(ways[0].second.value, "H100 compiled");
    EXPECT_EQ(ways[0].tasks, 3);
    EXPECT_EQ(ways[0].reason, "3 tasks timed on both. Side A becomes \"A100 compiled\".");
    EXPECT_EQ(ways[1].measure, SpeedMeasure::Nothing);
    EXPECT_EQ(ways[1].tasks, 3);
    EXPECT_EQ(ways[2].title, "Use eager on both sides");
    EXPECT_EQ(ways[2].second.value, "H100 eager");
    EXPECT_EQ(ways[2].tasks, 1);
    EXPECT_EQ(ways[3].measure, SpeedMeasure::Times);
    EXPECT_FALSE(ways[3].isPossible);
}

TEST(SideWays, OffersTimesOfOneDeviceInsteadOfSpeedups)
{
    const auto rows = rowsOf(
        {{"a", "m", "t0", "D", "eager", 2.0, 1.0}, {"b", "m", "t0", "D", "compiled", 1.0, 1.1}});
    const Population first = populationOf(ofRun(rows, "a"), {});
    const Population second = populationOf(ofRun(rows, "b"), {});
    const auto ways = waysToCompare(
        {rows, sideOf(SideKind::Run, "a"), sideOf(SideKind::Run, "b"), first, second});
    const auto times = std::ranges::find(ways, SpeedMeasure::Times, &SideWay::measure);
    ASSERT_NE(times, ways.end());
    EXPECT_TRUE(times->isPossible);
    EXPECT_EQ(times->tasks, 1);
}

} // namespace loupe::test
