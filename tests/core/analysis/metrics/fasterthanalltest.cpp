// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/comparedbaselines.h"

#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace loupe {
namespace {

constexpr const char *eagerName = "eager reference (cuda:0)";
constexpr const char *compiledName = "compile reference (cuda:0)";

/// Results of 2 ms with a speedup over eager, and further times of their tasks.
class Timed
{
public:
    MetricRow &add(const char *task, double eagerMs, std::optional<double> compiledMs = {})
    {
        MetricRow row;
        row.id = {static_cast<std::int64_t>(m_rows.size()) + 1};
        row.suite = "suite";
        row.run = "run";
        row.device = "A100";
        row.task = task;
        row.method = "m";
        row.verdict = Verdict::Correct;
        row.candidateMs = 2.0;
        row.baselineMs = eagerMs;
        row.speedup = eagerMs / 2.0;
        row.baseline = eagerName;
        if (compiledMs)
            row.references = std::make_shared<const ReferenceTimes>(ReferenceTimes{
                {compiledName, *compiledMs, "run", "a timing of the reference alone", false}});
        m_rows.push_back(row);
        return m_rows.back();
    }
    FasterThanAll over(const Scope &scope = {}) const
    {
        return fasterThanAll(cellsOverEach(m_rows, populationOf(m_rows, scope)));
    }
    const std::vector<MetricRow> &all() const { return m_rows; }

private:
    std::vector<MetricRow> m_rows;
};

std::vector<std::int64_t> idsOf(std::span<const MetricRow> cells)
{
    std::vector<std::int64_t> out;
    for (const MetricRow &cell : cells)
        out.push_back(cell.id.value);
    return out;
}

} // namespace

TEST(FasterThanAll, CountsAmongTheResultsThatHaveAllTimes)
{
    Timed rows;
    rows.add("a", 4, 3);   // faster than both
    rows.add("b", 4, 1);   // slower than the compiled one
    rows.add("c", 8);      // never compared with it
    rows.add("d", 1, 0.5); // slower than both
    const FasterThanAll over = rows.over();
    ASSERT_TRUE(over.hasSeveral());
    ASSERT_EQ(over.baselines.size(), 2U);
    EXPECT_EQ(over.baselines[0].baseline, eagerName);
    EXPECT_EQ(over.baselines[0].timed, 4U);
    EXPECT_EQ(over.baselines[0].faster, 3U);
    EXPECT_EQ(over.baselines[1].baseline, compiledName);
    EXPECT_EQ(over.baselines[1].timed, 3U);
    EXPECT_EQ(over.baselines[1].faster, 1U);
    EXPECT_NEAR(*over.baselines[1].geometricMean, std::cbrt(1.5 * 0.5 * 0.25), 1e-12);
    EXPECT_EQ(over.correct, 4U);
    EXPECT_EQ(over.withAll, 3U);
    EXPECT_EQ(over.faster, 1U);
    EXPECT_NEAR(*over.worstMean, std::cbrt(1.5 * 0.5 * 0.25), 1e-12);
}

TEST(FasterThanAll, HasTheCellsOfThePopulationOverEachBaselineUnderBothVerdicts)
{
    Timed rows;
    for (const char *task : {"a", "b", "c"})
        rows.add(task, 4, 3).protocol = "kernelbench";
    rows.add("d", 4, 3).device = "H100";
    rows.add("e", 4, 3).device = ""; // has a speedup, so it is not comparable
    rows.add("f", 4, 3).protocol = "kernelbench and strict";
    rows.add("g", 4, 3).protocol = "strict";
    MetricRow &untimed = rows.add("h", 4);
    untimed.device = "";
    untimed.speedup = {};
    untimed.verdict = Verdict::WrongValue;
    for (const CountedVerdict verdict : {CountedVerdict::OfRun, CountedVerdict::Strict}) {
        std::vector<MetricRow> all = rows.all();
        for (MetricRow &row : all)
            row.strictVerdict = row.verdict;
        Scope scope;
        scope.verdict = verdict;
        const Population whole = populationOf(all, scope);
        const std::vector<CellsOverBaseline> each = cellsOverEach(all, whole);
        ASSERT_EQ(each.size(), 2U);
        for (const CellsOverBaseline &over : each) {
            Scope one = scope;
            one.rules[GroupBy::Baseline] = {ConditionRule::Kind::Only, over.baseline};
            const Population expected = populationOf(all, one);
            ASSERT_FALSE(expected.cells().empty());
            EXPECT_EQ(idsOf(over.cells), idsOf(expected.cells()));
        }
    }
}

TEST(FasterThanAll, WrongResultsHaveNoSpeedup)
{
    Timed rows;
    rows.add("a", 4, 3);
    MetricRow &wrong = rows.add("b", 4, 3);
    wrong.verdict = Verdict::WrongValue;
    const FasterThanAll over = rows.over();
    EXPECT_EQ(over.correct, 1U);
    EXPECT_EQ(over.withAll, 1U);
    EXPECT_EQ(over.faster, 1U);
}

TEST(FasterThanAll, ValuesOfASplitConditionAreNotPooled)
{
    Timed rows;
    for (const char *task : {"a", "b"}) {
        rows.add(task, 4, 3).precision = "fp32";
        rows.add(task, 4, 1).precision = "bf16";
    }
    rows.add("c", 4).precision = "fp16"; // never compared with the compiled one
    const auto comparedUnder = [&](const Scope &scope) {
        const Population population = populationOf(rows.all(), scope);
        return comparedBaselines(std::span(&population, 1), rows.all());
    };
    Scope split;
    split.rules[GroupBy::Precision] = {ConditionRule::Kind::Split, {}};
    EXPECT_TRUE(isSplit(split));
    const auto apart = comparedUnder(split);
    ASSERT_EQ(apart.size(), 2U);
    for (const ComparedBaselines &each : apart)
        EXPECT_EQ(each.over.correct, 2U) << each.heading;
    EXPECT_NE(apart[0].heading, apart[1].heading);
    Scope one;
    one.rules[GroupBy::Precision] = {ConditionRule::Kind::Only, "fp32"};
    EXPECT_FALSE(isSplit(one));
    ASSERT_EQ(comparedUnder(one).size(), 1U);
    EXPECT_EQ(comparedUnder(one)[0].heading, "") << "there are no others";

    std::vector<Population> populations;
    populations.push_back(populationOf(rows.all(), one));
    one.rules[GroupBy::Precision].value = "fp16";
    populations.push_back(populationOf(rows.all(), one));
    const auto only = comparedBaselines(populations, rows.all());
    ASSERT_EQ(only.size(), 1U) << "fp16 has one baseline only";
    EXPECT_NE(only[0].heading.find("fp32"), std::string::npos)
        << "it is named although it is the only one that is left: " << only[0].heading;
}

TEST(FasterThanAll, DoesNotDependOnTheChosenBaselineAndNeedsTwo)
{
    Timed rows;
    rows.add("a", 4, 3);
    rows.add("b", 4, 1);
    Scope over;
    over.rules[GroupBy::Baseline] = {ConditionRule::Kind::Only, compiledName};
    EXPECT_EQ(rows.over(over), rows.over());
    over.rules[GroupBy::Baseline] = {ConditionRule::Kind::Split, {}};
    EXPECT_EQ(rows.over(over), rows.over());
    Timed one;
    one.add("a", 4);
    EXPECT_FALSE(one.over().hasSeveral());
    EXPECT_EQ(fasterThanAll({}), FasterThanAll());
}

TEST(FasterThanAll, TheRunsOwnBaselineStaysTheDefaultAndTheFurtherOneCanBeChosen)
{
    Timed rows;
    rows.add("a", 4, 3);
    const Population own = populationOf(rows.all(), {});
    ASSERT_EQ(own.cells().size(), 1U);
    EXPECT_EQ(own.condition(GroupBy::Baseline).value, eagerName) << "on a tie";
    EXPECT_EQ(own.cells()[0].speedup, 2.0);
    Scope scope;
    scope.rules[GroupBy::Baseline] = {ConditionRule::Kind::Only, compiledName};
    const Population further = populationOf(rows.all(), scope);
    ASSERT_EQ(further.cells().size(), 1U) << "the result counts once";
    EXPECT_EQ(further.cells()[0].speedup, 1.5);
    EXPECT_EQ(further.cells()[0].baselineMs, 3.0);
    scope.joinBaselines = false;
    EXPECT_FALSE(populationOf(rows.all(), scope).cells()[0].speedup);
}

} // namespace loupe
