// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/scopedpairs.h"

#include "core/analysis/population/appliedconditions.h"
#include "core/analysis/population/conditionvalues.h"
#include "core/analysis/population/selectedpairs.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>

#include <gtest/gtest.h>

#include "tests/core/analysis/smallparts.h"

namespace loupe::test {

namespace {

/// Returns rows of several conditions, attempts and baselines, some with reference times, some
/// without the hash of their task.
std::vector<MetricRow> mixedRows(unsigned seed)
{
    std::mt19937 random(seed);
    const auto oneOf = [&](const auto &values) { return values[random() % values.size()]; };
    constexpr std::array names{"a", "b", "c"};
    constexpr std::array hashes{"", "1", "2"};
    constexpr std::array verdicts{Verdict::Correct, Verdict::Correct, Verdict::WrongValue,
                                  Verdict::NotRecorded};
    const auto references = std::make_shared<const ReferenceTimes>(
        ReferenceTimes{{"eager", 3, "references", "", false}, {"b", 2, "references", "", false}});
    std::vector<MetricRow> out(200);
    for (std::size_t i = 0; i < out.size(); ++i) {
        MetricRow &row = out[i];
        row.id = RowId{static_cast<std::int64_t>(i + 1)};
        row.suite = "s";
        row.task = oneOf(names);
        row.taskHash = oneOf(hashes);
        row.method = oneOf(names);
        row.run = oneOf(names);
        row.device = oneOf(names);
        row.protocol = oneOf(names);
        row.precision = oneOf(hashes);
        row.sample = static_cast<int>(random() % 2);
        row.round = static_cast<int>(random() % 3);
        row.verdict = oneOf(verdicts);
        row.strictVerdict = oneOf(verdicts);
        row.isWithheld = random() % 4 == 0;
        row.selectedForms = random() % 2 == 0 ? ~0U : 0U;
        if (row.verdict != Verdict::Correct)
            continue;
        row.candidateMs = 1.0 + static_cast<double>(random() % 3);
        if (random() % 2 == 0) {
            row.references = references;
        } else {
            row.baseline = oneOf(names);
            row.baselineMs = 2.0;
            row.speedup = *row.baselineMs / *row.candidateMs;
        }
    }
    return out;
}

std::vector<Scope> mixedScopes()
{
    std::vector<Scope> out(10);
    out[1].rules[GroupBy::Baseline] = {ConditionRule::Kind::Split, ""};
    out[2].rules[GroupBy::Baseline] = {ConditionRule::Kind::Pool, ""};
    out[3].rules[GroupBy::Device] = {ConditionRule::Kind::Pool, ""};
    out[4].verdict = CountedVerdict::Strict;
    out[5].choice = {AttemptRule::AtRound, 1};
    out[6].choice.rule = AttemptRule::BestSample;
    out[6].apart = {GroupBy::Run};
    out[7].joinBaselines = false;
    out[7].apart = {GroupBy::Round};
    out[8].rules[GroupBy::Device] = {ConditionRule::Kind::Split, ""};
    out[9].rules[GroupBy::Precision] = {ConditionRule::Kind::Only, "1"};
    return out;
}

using Content = std::vector<std::string>;

Content contentOf(std::span<const MetricRow> rows)
{
    Content out;
    for (const MetricRow &row : rows)
        out.push_back(std::to_string(row.id.value) + " " + row.baseline.text() + " "
                      + std::to_string(row.speedup.value_or(0)) + " "
                      + std::string(facts(row.verdict).id));
    return out;
}

void expectSame(const Population &actual, const Population &expected)
{
    EXPECT_EQ(contentOf(actual.cells()), contentOf(expected.cells()));
    EXPECT_EQ(contentOf(actual.observations()), contentOf(expected.observations()));
    EXPECT_EQ(actual.given, expected.given);
    EXPECT_EQ(actual.tasks, expected.tasks);
    EXPECT_EQ(actual.methodsInScope, expected.methodsInScope);
    EXPECT_EQ(actual.severalVersions, expected.severalVersions);
    EXPECT_TRUE(actual.conditions == expected.conditions);
    EXPECT_TRUE(actual.leftOut == expected.leftOut);
    EXPECT_TRUE(actual.joined == expected.joined);
}

} // namespace

TEST(ScopedPairs, RowsInPartsMakeTheSamePopulation)
{
    for (const unsigned seed : {1U, 2U, 3U}) {
        const std::vector<MetricRow> rows = mixedRows(seed);
        for (const Scope &scope : mixedScopes()) {
            SmallParts parts(rows);
            const Population whole = populationOf(rows, scope);
            EXPECT_FALSE(whole.cells().empty());
            expectSame(populationOf(parts, scope), whole);
        }
    }
}

TEST(ScopedPairs, ConditionsAppliedToCountsMakeTheSamePopulation)
{
    std::size_t applied = 0;
    for (const unsigned seed : {1U, 2U, 3U, 4U}) {
        std::vector<MetricRow> rows = mixedRows(seed);
        for (MetricRow &row : rows)
            row.references = {};
        for (const Scope &scope : mixedScopes()) {
            if (!RowCounts::sufficeFor(scope))
                continue;
            RemainingParts parts(rows, scope);
            expectSame(populationOf(parts, scope), populationOf(rows, scope));
            applied += parts.count() < SmallParts(rows).count() ? 1 : 0;
        }
    }
    EXPECT_GT(applied, 20U) << "the conditions exclude rows";
}

TEST(ScopedPairs, CountsSufficeOnlyIfNoRowDecides)
{
    EXPECT_TRUE(RowCounts::sufficeFor({}));
    const std::vector<Scope> scopes = mixedScopes();
    for (const std::size_t place : {4U, 5U, 7U}) // strict verdicts, a round, rounds apart
        EXPECT_FALSE(RowCounts::sufficeFor(scopes[place]));
    Scope overMethod;
    overMethod.rules[GroupBy::Baseline] = {ConditionRule::Kind::Only, "method:a"};
    EXPECT_FALSE(RowCounts::sufficeFor(overMethod));
}

TEST(ScopedPairs, AnotherSelectionAmongKeptPairsIsThatOfOtherMarks)
{
    for (const Scope &scope : mixedScopes()) {
        std::vector<MetricRow> rows = mixedRows(1);
        SmallParts parts(rows);
        const ScopedPairs kept(parts, scope);
        for (const std::int64_t divisor : {1, 2, 3}) {
            const auto mark = [&](std::vector<MetricRow> &marked) {
                for (MetricRow &row : marked)
                    row.selectedForms = row.id.value % divisor == 0 ? ~0U : 0U;
            };
            mark(rows);
            ScopedPairs pairs = kept;
            for (PairsOverBaseline &each : pairs.parts())
                mark(each.rows);
            expectSame(std::move(pairs).select(), populationOf(rows, scope));
        }
    }
}

TEST(ScopedPairs, CellsOverBaselinesAreThoseOfTheirScopes)
{
    for (const Scope &scope : mixedScopes()) {
        const std::vector<MetricRow> rows = mixedRows(2);
        const std::vector<ConditionValue> baselines
            = populationOf(rows, scope).condition(GroupBy::Baseline).values;
        SmallParts parts(rows);
        const std::vector<CellsOverBaseline> all = cellsOver(parts, scope, baselines);
        ASSERT_EQ(all.size(), baselines.size());
        for (std::size_t i = 0; i < all.size(); ++i) {
            Scope one = scope;
            one.rules[GroupBy::Baseline] = {ConditionRule::Kind::Only, baselines[i].value};
            EXPECT_EQ(all[i].baseline, baselines[i].value);
            EXPECT_EQ(contentOf(all[i].cells), contentOf(populationOf(rows, one).cells()));
        }
    }
}

TEST(ScopedPairs, SelectedPairsKeepAllTheirAttempts)
{
    std::vector<MetricRow> rows = mixedRows(3);
    for (MetricRow &row : rows)
        row.selectedForms = row.task == rows.front().task ? row.selectedForms : 0;
    const auto isOfSelected = [&](const MetricRow &row) {
        return std::ranges::any_of(rows, [&](const MetricRow &other) {
            return other.task == row.task && other.method == row.method && other.isSelected();
        });
    };
    std::vector<MetricRow> expected;
    std::ranges::copy_if(rows, std::back_inserter(expected), isOfSelected);
    SmallParts parts(rows);
    EXPECT_EQ(contentOf(selectedPairs(parts)), contentOf(expected));
    WholeRows whole(rows);
    SelectedPairs onePart(whole);
    EXPECT_EQ(contentOf(onePart.part(0)), contentOf(expected));
    EXPECT_EQ(contentOf(onePart.part(0)), contentOf(expected)) << "as often as needed";
    onePart.visit(0, [&](std::span<const MetricRow> visited) {
        EXPECT_EQ(contentOf(visited), contentOf(expected));
    });
    const std::vector<MetricRow> all = onePart.takeAll();
    EXPECT_EQ(contentOf(all), contentOf(expected));
    ASSERT_LT(expected.size(), rows.size());
    EXPECT_EQ(all.capacity(), all.size()) << "the memory of other pairs is free";
}

TEST(ScopedPairs, AreIncompleteWhenStopped)
{
    SmallParts parts(mixedRows(1));
    std::stop_source stop;
    stop.request_stop();
    ScopedPairs pairs(parts, {}, stop.get_token());
    EXPECT_FALSE(pairs.isComplete());
    EXPECT_TRUE(std::move(pairs).select().cells().empty());
}

} // namespace loupe::test
