// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/population.h"

#include "core/analysis/metrics/ratetable.h"
#include "core/analysis/population/mixture.h"
#include "core/analysis/population/populationtext.h"
#include "core/analysis/population/recordedvalue.h"

#include <map>
#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace loupe {
namespace {

/// Rows as a store returns them, with ascending ids.
class Rows
{
public:
    MetricRow &add(const char *task, const char *method, Verdict verdict,
                   std::optional<double> speedup = std::nullopt)
    {
        MetricRow row;
        row.id = {static_cast<std::int64_t>(m_rows.size()) + 1};
        row.suite = "suite";
        row.run = "run";
        row.protocol = "suite-1";
        row.task = task;
        row.method = method;
        row.verdict = verdict;
        row.speedup = speedup;
        if (speedup) {
            row.device = "A100";
            row.baseline = "eager";
        }
        m_rows.push_back(row);
        return m_rows.back();
    }
    MetricRow &back() { return m_rows.back(); }
    const std::vector<MetricRow> &all() const { return m_rows; }

private:
    std::vector<MetricRow> m_rows;
};

std::vector<std::int64_t> idsOf(std::span<const MetricRow> rows)
{
    std::vector<std::int64_t> out;
    for (const MetricRow &row : rows)
        out.push_back(row.id.value);
    return out;
}

using Ids = std::vector<std::int64_t>;

Population chosen(const Rows &rows, const char *choice)
{
    Scope scope;
    scope.choice = attemptChoiceFromText(choice).value();
    return populationOf(rows.all(), scope);
}

TEST(Population, IsEmptyWithoutRows)
{
    const Population none = populationOf({}, {});
    EXPECT_TRUE(none.cells().empty());
    EXPECT_TRUE(none.leftOut.empty());
    EXPECT_EQ(none.condition(GroupBy::Baseline).state, PopulationCondition::State::Single);
    EXPECT_EQ(blocksOf({}, {}).size(), 1U);
}

TEST(Population, EachMethodAtEachTaskCountsOnce)
{
    Rows rows;
    rows.add("a", "m", Verdict::WrongValue).round = 0;
    rows.add("a", "m", Verdict::Correct, 2.0).round = 1;
    rows.add("a", "n", Verdict::Correct, 3.0);
    rows.add("b", "m", Verdict::Correct, 4.0);
    const Population all = populationOf(rows.all(), {});
    EXPECT_EQ(idsOf(all.cells()), (Ids{2, 3, 4}));
    EXPECT_EQ(all.tasks, 2U);
    EXPECT_EQ(all.methods, 2U);
    EXPECT_EQ(all.observations().size(), 4U);
    EXPECT_EQ(sizeSentence(all), "2 tasks × 2 methods: 3 of 4 task × method pairs (4 attempts)");
}

TEST(Population, AttemptRuleSelectsTheRepresentativeRound)
{
    Rows rows;
    rows.add("a", "m", Verdict::Correct, 1.5).round = 0;
    rows.add("a", "m", Verdict::Correct, 3.0).round = 1;
    rows.add("a", "m", Verdict::WrongValue).round = 2;
    rows.add("a", "m", Verdict::InfraError).round = 3; // not judged: never represents a judged cell
    rows.add("a", "m", Verdict::Correct, 9.0).sample = 1;
    EXPECT_EQ(idsOf(chosen(rows, "last").cells()), Ids{3});
    EXPECT_EQ(idsOf(chosen(rows, "first").cells()), Ids{1});
    EXPECT_EQ(idsOf(chosen(rows, "best").cells()), Ids{2});
    EXPECT_EQ(idsOf(chosen(rows, "best-sample").cells()), Ids{5});
    const Population second = chosen(rows, "round:1");
    EXPECT_EQ(idsOf(second.cells()), Ids{2});
    EXPECT_EQ(second.leftOut,
              (std::vector{LeftOutObservations{LeftOutReason::OtherRound, GroupBy::All, 4}}));
}

TEST(Population, ReplacedAttemptsAreNotBest)
{
    Rows rows;
    rows.add("a", "m", Verdict::Correct, 2.0).round = 0;
    rows.add("a", "m", Verdict::Correct, 3.0).round = 1;
    rows.add("a", "m", Verdict::Correct, 1.0).round = 1; // a repetition counts instead
    EXPECT_EQ(idsOf(chosen(rows, "best").cells()), Ids{1});
    EXPECT_EQ(idsOf(chosen(rows, "last").cells()), Ids{3});
}

TEST(Population, LastJudgedRunIsRepresentative)
{
    Rows rows;
    rows.add("a", "m", Verdict::Correct, 2.0);
    rows.add("b", "m", Verdict::Correct, 2.0);
    rows.add("a", "m", Verdict::WrongValue).run = "again";
    rows.add("b", "m", Verdict::InfraError).run = "again";
    EXPECT_EQ(idsOf(populationOf(rows.all(), {}).cells()), (Ids{2, 3}));
    Scope byRun;
    byRun.apart = {GroupBy::Run};
    EXPECT_EQ(populationOf(rows.all(), byRun).cells().size(), 4U);
}

TEST(Population, UsesTheBaselineWithTheMostCellsAndReportsIt)
{
    Rows rows;
    for (const char *task : {"a", "b"})
        rows.add(task, "m", Verdict::Correct, 2.0);
    rows.add("a", "m", Verdict::Correct, 1.0).baseline = "torch.compile";
    rows.add("c", "m", Verdict::WrongValue); // without a baseline: a failure against each
    const Population all = populationOf(rows.all(), {});
    EXPECT_EQ(idsOf(all.cells()), (Ids{1, 2, 4}));
    const PopulationCondition &baseline = all.condition(GroupBy::Baseline);
    EXPECT_EQ(baseline.state, PopulationCondition::State::Largest);
    EXPECT_EQ(text(baseline), "eager (1 of 2)");
    EXPECT_EQ(baseline.values, (std::vector<ConditionValue>{{"eager", 2}, {"torch.compile", 1}}));
    EXPECT_EQ(all.leftOut,
              (std::vector{LeftOutObservations{LeftOutReason::OtherValue, GroupBy::Baseline, 1}}));
}

TEST(Population, UsesOnlyTheRequestedValue)
{
    Rows rows;
    rows.add("a", "m", Verdict::Correct, 2.0);
    rows.add("a", "m", Verdict::Correct, 1.0).baseline = "torch.compile";
    rows.add("b", "m", Verdict::Correct, 1.0).baseline = "";
    Scope scope;
    scope.rules[GroupBy::Baseline] = {ConditionRule::Kind::Only, "torch.compile"};
    const Population one = populationOf(rows.all(), scope);
    EXPECT_EQ(idsOf(one.cells()), (Ids{2, 3}));
    EXPECT_FALSE(one.cells().back().speedup)
        << "it is correct over any baseline, and timed over none";
    EXPECT_EQ(one.leftOut,
              (std::vector{LeftOutObservations{LeftOutReason::OtherValue, GroupBy::Baseline, 1},
                           LeftOutObservations{LeftOutReason::NotRecorded, GroupBy::Baseline, 1}}));
}

TEST(Population, SplitAndPooledValuesHaveTheirOwnCells)
{
    Rows rows;
    rows.add("a", "m", Verdict::Correct, 2.0);
    rows.add("a", "m", Verdict::Correct, 1.0).baseline = "torch.compile";
    for (const auto kind : {ConditionRule::Kind::Split, ConditionRule::Kind::Pool}) {
        Scope scope;
        scope.rules[GroupBy::Baseline] = {kind, {}};
        const Population both = populationOf(rows.all(), scope);
        EXPECT_EQ(both.cells().size(), 2U);
        EXPECT_TRUE(both.leftOut.empty());
        EXPECT_EQ(conditionSentences(both).size(), 1U);
    }
}

TEST(Population, BlocksHoldEveryValueAndPoolNone)
{
    Rows rows;
    for (const char *device : {"A100", "H100"}) {
        for (const char *baseline : {"eager", "torch.compile"}) {
            MetricRow &row = rows.add("a", "m", Verdict::Correct, 2.0);
            row.device = device;
            row.baseline = baseline;
        }
    }
    rows.add("b", "m", Verdict::Correct, 2.0);
    rows.add("c", "m", Verdict::CompileError);
    const std::vector<Population> blocks = blocksOf(rows.all(), {});
    ASSERT_EQ(blocks.size(), 4U);
    EXPECT_EQ(idsOf(blocks[0].cells()), (Ids{1, 5, 6})); // A100 and eager has the most cells
    for (const Population &block : blocks) {
        EXPECT_EQ(block.condition(GroupBy::Device).state, PopulationCondition::State::Only);
        EXPECT_EQ(block.cells().back().id.value, 6) << "the failure is one against each";
    }
}

TEST(Population, OmitsBlocksEmptiedByTheFilter)
{
    Rows rows;
    rows.add("a", "m", Verdict::Correct, 2.0).protocol = "suite-1";
    rows.add("b", "m", Verdict::Correct, 2.0).protocol = "suite-2";
    rows.add("c", "m", Verdict::Correct, 2.0).protocol = "suite-2";
    rows.back().selectedForms = 0;
    EXPECT_EQ(blocksOf(rows.all(), {}).size(), 2U);
    std::vector<MetricRow> filtered = rows.all();
    filtered[0].selectedForms = 0;
    const std::vector<Population> blocks = blocksOf(filtered, {});
    ASSERT_EQ(blocks.size(), 1U);
    EXPECT_EQ(idsOf(blocks[0].cells()), Ids{2});
    EXPECT_EQ(headingOf(blocks[0]), "protocol suite-2");
    filtered[1].selectedForms = 0;
    EXPECT_EQ(blocksOf(filtered, {}).size(), 1U) << "one block says that nothing is left";
}

TEST(Population, MergesRepeatedRecords)
{
    Rows rows;
    MetricRow &first = rows.add("a", "m", Verdict::Correct, 2.0);
    first.candidateMs = 0.125;
    rows.add("b", "m", Verdict::WrongValue);
    rows.add("c", "m", Verdict::Correct, 3.0).candidateMs = 1.0;
    rows.add("a", "m", Verdict::Correct, 2.0).candidateMs = 0.125;
    rows.back().run = "subset";
    rows.add("b", "m", Verdict::WrongValue).run = "subset";            // in a copied run
    rows.add("c", "m", Verdict::Correct, 3.0).candidateMs = 1.0000001; // a real repetition
    rows.back().run = "again";
    const Population all = populationOf(rows.all(), {});
    EXPECT_EQ(idsOf(all.observations()), (Ids{1, 2, 3, 6}));
    EXPECT_EQ(all.leftOut,
              (std::vector{LeftOutObservations{LeftOutReason::Copy, GroupBy::All, 2}}));
    Scope byRun;
    byRun.apart = {GroupBy::Run};
    EXPECT_EQ(populationOf(rows.all(), byRun).observations().size(), 6U)
        << "runs that are held side by side keep theirs";
}

TEST(Population, IgnoresRecordsWithLessData)
{
    Rows rows;
    rows.add("a", "m", Verdict::Correct, 2.0).candidateMs = 0.125;
    rows.add("b", "m", Verdict::WrongValue).candidateMs = 1.0;
    rows.add("c", "m", Verdict::CompileError);
    rows.add("a", "m", Verdict::Correct, 2.0).candidateMs = 0.125; // makes this run an excerpt
    rows.back().run = "excerpt";
    rows.add("b", "m", Verdict::WrongValue).run = "excerpt";  // without its time
    rows.add("c", "m", Verdict::NotRecorded).run = "excerpt"; // not in the excerpt
    rows.add("c", "m", Verdict::NotRecorded).run = "again";   // a run that repeats nothing
    rows.add("b", "m", Verdict::Crashed).run = "excerpt";     // contradicts the original
    const Population all = populationOf(rows.all(), {});
    EXPECT_EQ(idsOf(all.observations()), (Ids{1, 2, 3, 7, 8}));
}

TEST(Population, IdentifiesTasksByContent)
{
    Rows rows;
    rows.add("a", "m", Verdict::Correct, 2.0).taskHash = "old";
    rows.add("a", "m", Verdict::WrongValue).taskHash = "new";
    rows.add("b", "m", Verdict::Correct, 2.0).taskHash = "same";
    rows.add("b", "n", Verdict::Correct, 2.0); // no hash: has the only content of that name
    const Population all = populationOf(rows.all(), {});
    EXPECT_EQ(all.tasks, 3U);
    EXPECT_EQ(all.severalVersions, 1U);
    EXPECT_EQ(all.cells().size(), 4U);
}

TEST(Population, FlaggedResultsStayInTheDenominatorAndAreNotCorrect)
{
    Rows rows;
    rows.add("a", "m", Verdict::Correct, 900.0).isWithheld = true;
    rows.add("b", "m", Verdict::Correct, 2.0);
    rows.add("c", "m", Verdict::WrongValue).isWithheld = true; // failed anyway
    const Population counted = populationOf(rows.all(), {});
    EXPECT_EQ(captionOf(counted),
              "3 tasks × 1 method: 3 task × method pairs (3 attempts). 1 result flagged by the "
              "audit is not counted as correct.");
    ASSERT_EQ(counted.cells().size(), 3U);
    EXPECT_EQ(counted.cells()[0].verdict, Verdict::Flagged);
    EXPECT_EQ(counted.cells()[2].verdict, Verdict::WrongValue);
    Scope scope;
    scope.includeWithheld = true;
    EXPECT_EQ(populationOf(rows.all(), scope).cells()[0].verdict, Verdict::Correct);
}

TEST(Population, AFlaggedLastRoundIsNotReplacedByAnEarlierOne)
{
    Rows rows;
    rows.add("a", "m", Verdict::WrongValue).round = 0;
    rows.add("a", "m", Verdict::Correct, 9.0).round = 1;
    rows.back().isWithheld = true;
    const Population all = populationOf(rows.all(), {});
    ASSERT_EQ(idsOf(all.cells()), Ids{2});
    EXPECT_EQ(all.cells().front().verdict, Verdict::Flagged);
}

TEST(Population, FiltersSelectPairsNotRepresentatives)
{
    Rows rows;
    rows.add("a", "m", Verdict::WrongValue).round = 0;
    rows.add("a", "m", Verdict::Correct, 2.0).round = 1;
    rows.back().selectedForms = 0; // excluded by "status:wrong"
    rows.add("b", "m", Verdict::WrongValue);
    const Population wrong = populationOf(rows.all(), {});
    EXPECT_EQ(idsOf(wrong.cells()), Ids{3}) << "a was right in its last round";
    EXPECT_EQ(idsOf(wrong.observations()), Ids{3});
    EXPECT_EQ(wrong.tasks, 1U);
}

TEST(Population, FiltersSpeedupsOverTheChosenBaseline)
{
    constexpr std::uint32_t asRecorded = 1;
    constexpr std::uint32_t withoutSpeedup = 1U << MetricRow::formWithout;
    Rows rows; // under "speedup>1"
    for (const char *baseline : {"eager", "compile"}) {
        rows.add(baseline, "m", Verdict::Correct, 2.0);
        rows.back().baseline = baseline;
        rows.back().selectedForms = asRecorded;
    }
    rows.add("wrong", "m", Verdict::WrongValue);
    rows.back().baseline = "compile"; // with a time of the baseline
    rows.back().baselineMs = 3.0;
    rows.back().selectedForms = asRecorded;
    Scope scope;
    scope.rules[GroupBy::Baseline] = {ConditionRule::Kind::Only, "eager"};
    EXPECT_EQ(idsOf(populationOf(rows.all(), scope).cells()), Ids{1});
    std::vector<MetricRow> none = rows.all(); // under "speedup:none"
    for (MetricRow &row : none)
        row.selectedForms = withoutSpeedup;
    const Population without = populationOf(std::move(none), scope);
    EXPECT_EQ(idsOf(without.cells()), (Ids{2, 3}));
    for (const MetricRow &row : without.cells())
        EXPECT_EQ(row.baselineMs, std::nullopt) << "over another baseline";
}

TEST(Population, RatesDoNotDependOnTheBaseline)
{
    Rows rows; // one attempt at each of four tasks, recorded against two baselines
    for (const char *baseline : {"eager", "compile"}) {
        for (const char *task : {"a", "b", "c"}) {
            rows.add(task, "m", Verdict::Correct, 2.0);
            rows.back().baseline = baseline;
            rows.back().run = baseline;
            if (std::string(baseline) == "compile" && std::string(task) != "a") {
                rows.back().speedup = std::nullopt; // no reference time
            }
        }
        rows.add("d", "m", Verdict::WrongValue);
        rows.back().run = baseline;
    }
    const std::vector<Population> blocks = blocksOf(rows.all(), {});
    ASSERT_EQ(blocks.size(), 2U);
    for (const Population &block : blocks) {
        const RateRow all = rateTable(block, GroupBy::All).back();
        EXPECT_EQ(all.judged, 4);
        EXPECT_EQ(all.correct, 3);
    }
    EXPECT_EQ(rateTable(blocks[0], GroupBy::All).back().timed, 3);
    const RateRow compiled = rateTable(blocks[1], GroupBy::All).back();
    EXPECT_EQ(compiled.timed, 1);
    EXPECT_EQ(compiled.fastp1, 0.25);
    EXPECT_EQ(compiled.fastp1High, 0.75);
    Scope split;
    split.rules[GroupBy::Baseline] = {ConditionRule::Kind::Split, {}};
    for (const RateRow &each : rateTable(populationOf(rows.all(), split), GroupBy::Baseline))
        EXPECT_EQ(std::pair(each.correct, each.judged), std::pair(3, 4)) << each.group;
}

/// Adds the records of one kernel: one run for each baseline.
void addOverEach(Rows &rows, const char *task, Verdict verdict,
                 const std::map<std::string, std::optional<double>> &speedups)
{
    for (const auto &[baseline, speedup] : speedups) {
        rows.add(task, "m", verdict, speedup);
        rows.back().baseline = baseline;
        rows.back().run = "over " + baseline;
    }
}

TEST(Population, TheNumberOfAttemptsDoesNotDependOnTheBaseline)
{
    Rows rows; // one attempt at each of five tasks
    addOverEach(rows, "a", Verdict::Correct, {{"eager", 2.0}, {"compile", 1.5}, {"cudnn", 1.0}});
    addOverEach(rows, "b", Verdict::Correct, {{"eager", 2.0}, {"compile", 1.5}, {"cudnn", {}}});
    addOverEach(rows, "c", Verdict::Correct, {{"eager", 2.0}, {"compile", {}}, {"cudnn", {}}});
    addOverEach(rows, "d", Verdict::WrongValue, {{"eager", {}}, {"compile", {}}, {"cudnn", {}}});
    addOverEach(rows, "e", Verdict::NotRecorded, {{"eager", {}}, {"compile", {}}, {"cudnn", {}}});
    const std::map<std::string, int> timed{
        {"eager", 3}, {"compile", 2}, {"cudnn", 1}, {"other", 0}};
    for (const auto &[baseline, count] : timed) {
        Scope scope;
        scope.rules[GroupBy::Baseline] = {ConditionRule::Kind::Only, baseline};
        const Population population = populationOf(rows.all(), scope);
        EXPECT_EQ(population.cells().size(), 5U) << baseline;
        EXPECT_EQ(population.observations().size(), 5U) << baseline;
        EXPECT_FALSE(population.attempts.hasRuns) << baseline;
        EXPECT_EQ(rateTable(population, GroupBy::All).back().timed, count) << baseline;
    }
    Scope split;
    split.rules[GroupBy::Baseline] = {ConditionRule::Kind::Split, {}};
    EXPECT_EQ(populationOf(rows.all(), split).observations().size(), 15U);
}

TEST(Population, FailuresOverSeveralBaselinesAreOneAttempt)
{
    Rows rows; // without any speedup no baseline is chosen
    addOverEach(rows, "a", Verdict::CompileError, {{"eager", {}}, {"compile", {}}});
    const Population population = populationOf(rows.all(), {});
    EXPECT_EQ(population.cells().size(), 1U);
    EXPECT_EQ(population.observations().size(), 1U);
}

TEST(Population, KeepsRepeatedAttempts)
{
    Rows rows; // two evaluations over eager, and one of them again over another baseline
    addOverEach(rows, "a", Verdict::Correct, {{"eager", 2.0}});
    rows.back().run = "before";
    addOverEach(rows, "a", Verdict::Correct, {{"eager", 4.0}, {"torch.compile", 3.0}});
    for (const auto &[baseline, ids] :
         {std::pair("eager", Ids{1, 2}), std::pair("torch.compile", Ids{1, 3})}) {
        Scope scope;
        scope.rules[GroupBy::Baseline] = {ConditionRule::Kind::Only, baseline};
        const Population population = populationOf(rows.all(), scope);
        EXPECT_EQ(idsOf(population.observations()), ids) << baseline;
        EXPECT_EQ(idsOf(population.cells()), Ids{ids.back()}) << baseline;
    }
}

TEST(Population, ARecordWithSeveralReferenceTimesIsOneAttempt)
{
    Rows rows;
    for (int record = 0; record < 2; ++record) {
        MetricRow &row = rows.add("a", "m", Verdict::Correct, 2.0);
        row.candidateMs = 1.0;
        row.baselineMs = 2.0;
        row.references = std::make_shared<const ReferenceTimes>(
            ReferenceTimes{{"compile", 1.5, "times", "", false}});
    }
    for (const char *baseline : {"eager", "compile", "other"}) {
        Scope scope;
        scope.rules[GroupBy::Baseline] = {ConditionRule::Kind::Only, baseline};
        EXPECT_EQ(idsOf(populationOf(rows.all(), scope).observations()), (Ids{1, 2})) << baseline;
    }
}

TEST(Population, PrefersProtocolsWithTimes)
{
    Rows rows;
    rows.add("a", "m", Verdict::Correct, 2.0).protocol = "timed";
    for (const char *task : {"a", "b", "c"})
        rows.add(task, "n", Verdict::Correct).protocol = "untimed";
    const Population all = populationOf(rows.all(), {});
    EXPECT_EQ(all.condition(GroupBy::Protocol).value, "timed");
}

/// Returns reference times as a store does: one time for each kind of baseline.
std::shared_ptr<const ReferenceTimes> references(ReferenceTimes times)
{
    return std::make_shared<const ReferenceTimes>(std::move(times));
}

TEST(Population, CountsStrictVerdictsOnRequest)
{
    Rows rows;
    // A run by both protocols, a strict run, and a record of the suite's protocol only.
    const auto add
        = [&](const char *task, Verdict verdict, Verdict strict, std::optional<double> speedup) {
              rows.add(task, "m", verdict, speedup);
              rows.back().protocol = "suite-1, strict-1";
              rows.back().strictVerdict = strict;
          };
    add("both", Verdict::Correct, Verdict::Correct, 2.0);
    add("lenient", Verdict::Correct, Verdict::WrongValue, 3.0);
    rows.back().candidateMs = 1;
    add("left to strict", Verdict::ReferenceFailed, Verdict::Correct, 4.0);
    add("neither", Verdict::Crashed, Verdict::Crashed, std::nullopt);
    add("strict alone", Verdict::Correct, Verdict::Correct, std::nullopt);
    rows.back().protocol = "strict-1";
    rows.add("imported", "m", Verdict::Correct, 5.0);

    Scope scope;
    scope.rules[GroupBy::Protocol] = {ConditionRule::Kind::Only, "suite-1, strict-1"};
    const auto verdictsOf = [](const Population &population) {
        std::map<std::string, Verdict> out;
        for (const MetricRow &cell : population.cells())
            out[cell.task] = cell.verdict;
        return out;
    };
    EXPECT_EQ(verdictsOf(populationOf(rows.all(), scope)),
              (std::map<std::string, Verdict>{{"both", Verdict::Correct},
                                              {"lenient", Verdict::Correct},
                                              {"left to strict", Verdict::ReferenceFailed},
                                              {"neither", Verdict::Crashed}}));

    // The scope names runs by their full protocol, and only its strict part counts here.
    scope.verdict = CountedVerdict::Strict;
    const Population strict = populationOf(rows.all(), scope);
    EXPECT_EQ(verdictsOf(strict),
              (std::map<std::string, Verdict>{{"both", Verdict::Correct},
                                              {"lenient", Verdict::WrongValue},
                                              {"left to strict", Verdict::Correct},
                                              {"neither", Verdict::Crashed},
                                              {"strict alone", Verdict::Correct}}));
    EXPECT_EQ(strict.condition(GroupBy::Protocol).value, "strict-1");
    EXPECT_EQ(strict.given, 6U);
    EXPECT_EQ(
        strict.leftOut,
        (std::vector<LeftOutObservations>{{LeftOutReason::NoStrictVerdict, GroupBy::All, 1}}));
    EXPECT_NE(captionOf(strict).find("strict verdicts"), std::string::npos) << captionOf(strict);
    EXPECT_NE(captionOf(strict).find("1 result has no strict verdict"), std::string::npos);
    for (const MetricRow &cell : strict.cells()) {
        const bool isTimed = cell.task == "both" || cell.task == "left to strict";
        EXPECT_EQ(cell.speedup.has_value(), isTimed) << cell.task;
        EXPECT_FALSE(cell.candidateMs) << "of a wrong one no time makes a speedup";
    }
    // Applying the scope again changes nothing.
    const Population again
        = populationOf({strict.observations().begin(), strict.observations().end()}, scope);
    EXPECT_EQ(verdictsOf(again), verdictsOf(strict));
}

TEST(Population, FiltersAndCausesUseTheVerdictOfTheRun)
{
    Rows rows;
    rows.add("a", "m", Verdict::Correct);
    rows.back().protocol = "suite-1, strict-1";
    rows.back().strictVerdict = Verdict::WrongValue;
    Scope scope;
    scope.verdict = CountedVerdict::Strict;
    scope.rules[GroupBy::Protocol] = {ConditionRule::Kind::Only, "strict-1"};
    const Population strict = populationOf(rows.all(), scope);
    ASSERT_EQ(strict.cells().size(), 1U);
    const Population recorded = populationOf(rows.all(), runVerdictScope(strict));
    ASSERT_EQ(recorded.cells().size(), 1U);
    EXPECT_EQ(recorded.cells().front().verdict, Verdict::Correct);
    EXPECT_EQ(runVerdictScope(recorded), settledScope(recorded));
}

TEST(Population, ComputesAndReportsSpeedupsFromStoredReferenceTimes)
{
    Rows rows;
    rows.add("a", "m", Verdict::Correct).candidateMs = 2.0;
    rows.back().references = references({{"eager", 3.0, "times", "t.json:1", false}});
    rows.add("b", "m", Verdict::WrongValue).candidateMs = 2.0;
    rows.back().references = references({{"eager", 3.0, "times", "t.json:2", false}});
    const Population joined = populationOf(rows.all(), {});
    ASSERT_EQ(joined.cells().size(), 2U);
    EXPECT_EQ(joined.cells()[0].speedup, 1.5);
    EXPECT_EQ(joined.cells()[0].baseline.text(), "eager");
    EXPECT_EQ(joined.cells()[0].joined()->source, "t.json:1");
    EXPECT_FALSE(joined.cells()[1].speedup) << "a wrong kernel is not fast";
    EXPECT_EQ(joined.joined.from, (std::vector{JoinedBaseline{"times", "eager", 1}}));
    EXPECT_NE(captionOf(joined).find("Joined: 1 speedup over reference times of times (eager)."),
              std::string::npos)
        << captionOf(joined);
    Scope without;
    without.joinBaselines = false;
    EXPECT_FALSE(populationOf(rows.all(), without).cells()[0].speedup);
    EXPECT_EQ(populationOf(rows.all(), without).joined, JoinedBaselines());
}

TEST(Population, EachKindOfReferenceTimeIsABaselineOfItsOwn)
{
    Rows rows;
    rows.add("a", "m", Verdict::Correct).candidateMs = 2.0;
    rows.back().references = references(
        {{"torch.compile", 1.0, "compiled", "c:1", false}, {"eager", 3.0, "plain", "p:1", false}});
    const std::vector<Population> blocks = blocksOf(rows.all(), {});
    ASSERT_EQ(blocks.size(), 2U);
    EXPECT_EQ(headingOf(blocks[0]), "baseline eager");
    EXPECT_EQ(blocks[0].cells()[0].speedup, 1.5);
    EXPECT_EQ(headingOf(blocks[1]), "baseline torch.compile");
    EXPECT_EQ(blocks[1].cells()[0].speedup, 0.5);
    EXPECT_EQ(blocks[1].joined.from, (std::vector{JoinedBaseline{"compiled", "torch.compile", 1}}));
}

TEST(Population, KeepsRecordedSpeedupsAndDisputedTimes)
{
    Rows rows;
    rows.add("a", "m", Verdict::Correct, 9.0).candidateMs = 2.0;
    rows.back().references = references({{"eager", 3.0, "times", "t:1", false}});
    rows.add("b", "m", Verdict::Correct).candidateMs = 2.0;
    rows.back().references = references({{"eager", 3.0, "times", "t:2", true}});
    rows.add("c", "m", Verdict::Correct).candidateMs = 0.0;
    rows.back().references = references({{"eager", 3.0, "times", "t:3", false}});
    const Population all = populationOf(rows.all(), {});
    EXPECT_EQ(all.cells()[0].speedup, 9.0);
    EXPECT_FALSE(all.cells()[1].speedup);
    EXPECT_FALSE(all.cells()[2].speedup) << "a time of 0 divides nothing";
    EXPECT_EQ(all.joined, (JoinedBaselines{{}, 1}));
}

TEST(Population, ClocksAndVersionsOfASuiteAreConditions)
{
    Rows rows;
    rows.add("a", "m", Verdict::Correct, 2.0).clock = "cupti, cold cache";
    rows.add("b", "m", Verdict::Correct, 2.0).clock = "cupti, cold cache";
    rows.add("a", "m", Verdict::Correct, 3.0).clock = "cuda_event, cold cache";
    rows.add("c", "m", Verdict::WrongValue).suiteVersion = "old";
    rows.add("d", "m", Verdict::WrongValue).suiteVersion = "new";
    rows.add("e", "m", Verdict::WrongValue).suiteVersion = "new";
    const Population all = populationOf(rows.all(), {});
    EXPECT_EQ(text(all.condition(GroupBy::Clock)), "cupti, cold cache (1 of 2)");
    EXPECT_EQ(text(all.condition(GroupBy::SuiteVersion)), "new (1 of 2)");
    EXPECT_EQ(idsOf(all.cells()), (Ids{1, 2, 5, 6})) << "versions differ in outcomes, too; what "
                                                        "says none belongs to each";
}

TEST(Population, AMissingClockDoesNotMixConditions)
{
    Rows rows;
    rows.add("a", "m", Verdict::Correct, 2.0).clock = "cupti, cold cache";
    rows.add("b", "m", Verdict::Correct, 2.0).suiteVersion = "unknown";
    const Population all = populationOf(rows.all(), {});
    EXPECT_EQ(all.cells().size(), 2U);
    EXPECT_TRUE(conditionSentences(all).empty());
}

TEST(Population, NamesTheOnlyDeviceWithoutSpeedups)
{
    Rows rows;
    rows.add("a", "m", Verdict::Correct).device = "A100";
    rows.add("b", "m", Verdict::WrongValue);
    const Population one = populationOf(rows.all(), {});
    EXPECT_EQ(text(one.condition(GroupBy::Device)), "A100");
    EXPECT_EQ(one.cells().size(), 2U);
    rows.add("c", "m", Verdict::WrongValue).device = "H100";
    const Population two = populationOf(rows.all(), {});
    EXPECT_EQ(text(two.condition(GroupBy::Device)), "2 devices");
    EXPECT_EQ(two.condition(GroupBy::Device).state, PopulationCondition::State::Unasked);
    EXPECT_EQ(two.condition(GroupBy::Device).value, "");
    EXPECT_TRUE(conditionSentences(two).empty());
    EXPECT_EQ(two.cells().size(), 3U) << "a verdict is the same on every device";
}

TEST(Population, PrecisionsAreNotPooledWithoutSpeedups)
{
    Rows rows;
    rows.add("a", "m", Verdict::Correct).precision = "fp32";
    rows.add("b", "m", Verdict::Correct).precision = "fp32";
    rows.add("a", "m", Verdict::WrongValue).precision = "bf16";
    const Population all = populationOf(rows.all(), {});
    EXPECT_EQ(text(all.condition(GroupBy::Precision)), "fp32 (1 of 2)");
    EXPECT_EQ(idsOf(all.cells()), (Ids{1, 2})) << "a kernel may be right in one of them only";
    rows.add("c", "m", Verdict::Correct, 2.0).precision = "bf16";
    EXPECT_EQ(text(populationOf(rows.all(), {}).condition(GroupBy::Precision)), "bf16 (1 of 2)");
}

TEST(RecordedValue, MatchesAUniquePart)
{
    Rows rows;
    for (const char *device : {"NVIDIA A100 (recorded)", "NVIDIA H100 PCIe", "NVIDIA H100 NVL"})
        rows.add("a", "m", Verdict::Correct, 2.0).device = device;
    const auto meant
        = [&](const char *word) { return recordedValue(rows.all(), GroupBy::Device, word); };
    EXPECT_EQ(meant("a100").value(), "NVIDIA A100 (recorded)");
    EXPECT_EQ(meant("nvidia h100 pcie").value(), "NVIDIA H100 PCIe");
    EXPECT_EQ(meant("h100").error().code, Errc::InvalidInput);
    EXPECT_EQ(meant("h100").error().hint, "One of: \"NVIDIA H100 NVL\", \"NVIDIA H100 PCIe\"");
    EXPECT_EQ(meant("B200").error().code, Errc::NotFound);
    EXPECT_NE(meant("B200").error().hint.find("\"NVIDIA A100 (recorded)\""), std::string::npos);
}

TEST(RecordedValue, PrefersAnExactMatch)
{
    Rows rows;
    for (const char *suite : {"kernelbench", "kernelbench-x", "KernelBench"})
        rows.add("a", "m", Verdict::Correct, 2.0).suite = suite;
    EXPECT_EQ(recordedValue(rows.all(), GroupBy::Suite, "kernelbench").value(), "kernelbench");
    EXPECT_EQ(recordedValue(rows.all(), GroupBy::Suite, "kernelbench-X").value(), "kernelbench-x");
    rows.back().references = references({{"torch.compile (default)", 1.0, "r", "s", false}});
    EXPECT_EQ(recordedValue(rows.all(), GroupBy::Baseline, "COMPILE").value(),
              "torch.compile (default)")
        << "what can be joined can be asked for";
}

TEST(Scope, ChoicesAreReadAndWritten)
{
    for (const char *each : {"last", "first", "best", "best-sample", "round:0", "round:12"})
        EXPECT_EQ(text(attemptChoiceFromText(each).value()), each);
    for (const char *each : {"", "Last", "round:", "round:-1", "round:2x", "best of 3"})
        EXPECT_FALSE(attemptChoiceFromText(each)) << each;
}

} // namespace
} // namespace loupe
