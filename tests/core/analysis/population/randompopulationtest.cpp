// SPDX-License-Identifier: Apache-2.0
// Compares populations of random rows and scopes with a slow implementation of their rules.
#include "core/analysis/population/population.h"

#include <array>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "tests/core/analysis/plainpopulation.h"

namespace loupe::test {

namespace {

/// Rows with few distinct values, so that they share cells, rounds and whole records.
class RandomStudy
{
public:
    explicit RandomStudy(unsigned seed) : m_random(seed) { }

    std::vector<MetricRow> rows()
    {
        const unsigned count = below(70);
        const unsigned runs = 1 + below(4);
        std::vector<MetricRow> out;
        for (unsigned i = 0; i < count; ++i) {
            MetricRow row = below(4) == 0 && !out.empty() ? out[below(i)] : made();
            row.id = {static_cast<std::int64_t>(i) + 1};
            row.run = "run" + std::to_string(below(runs));
            if (below(8) == 0)
                row.candidateMs = std::nullopt;
            if (below(10) == 0)
                row.verdict = Verdict::NotRecorded;
            out.push_back(row);
        }
        return out;
    }

    Scope scope()
    {
        Scope out;
        constexpr std::array rules{AttemptRule::LastRound, AttemptRule::FirstRound,
                                   AttemptRule::BestRound, AttemptRule::BestSample,
                                   AttemptRule::AtRound};
        out.choice = {rules[below(rules.size())], static_cast<int>(below(3))};
        out.includeWithheld = below(2) == 0;
        for (const GroupBy condition : scopeConditions) {
            if (below(3) > 0)
                continue;
            const auto kind = static_cast<ConditionRule::Kind>(below(4));
            const bool isOnly = kind == ConditionRule::Kind::Only;
            out.rules[condition] = {kind, isOnly ? valueOf(condition) : std::string()};
        }
        for (const GroupBy dimension : {GroupBy::Run, GroupBy::Round, GroupBy::Category}) {
            if (below(5) == 0)
                out.apart.push_back(dimension);
        }
        return out;
    }

private:
    unsigned below(std::size_t bound) { return static_cast<unsigned>(m_random() % bound); }
    /// Returns the first value half of the time, else any.
    const char *oneOf(std::initializer_list<const char *> values)
    {
        return below(2) == 0 ? *values.begin() : *(values.begin() + below(values.size()));
    }
    std::string valueOf(GroupBy condition)
    {
        switch (condition) {
        case GroupBy::Suite:
            return oneOf({"one", "two", "not recorded"});
        case GroupBy::Baseline:
            return oneOf({"compiled", "eager", "", "unknown"});
        default:
            return oneOf({"a", "b", "", "not recorded"});
        }
    }

    MetricRow made()
    {
        MetricRow row;
        row.suite = valueOf(GroupBy::Suite);
        row.task = oneOf({"x", "y", "z"});
        row.taskHash = oneOf({"", "1", "2"});
        row.method = oneOf({"m", "n"});
        row.category = oneOf({"c", "d"});
        row.suiteVersion = valueOf(GroupBy::SuiteVersion);
        row.protocol = valueOf(GroupBy::Protocol);
        row.device = valueOf(GroupBy::Device);
        row.precision = valueOf(GroupBy::Precision);
        row.clock = valueOf(GroupBy::Clock);
        row.baseline = valueOf(GroupBy::Baseline);
        row.sample = static_cast<int>(below(3));
        row.round = static_cast<int>(below(3));
        row.isWithheld = below(4) == 0;
        constexpr std::array forms{0U, 1U, 1U << MetricRow::formWithout, ~0U, ~0U, ~0U};
        row.selectedForms = forms[below(forms.size())];
        constexpr std::array verdicts{Verdict::Correct, Verdict::Correct, Verdict::WrongValue,
                                      Verdict::CompileError, Verdict::InfraError};
        row.verdict = verdicts[below(verdicts.size())];
        if (below(3) > 0)
            row.speedup = 1 + below(3);
        if (below(3) > 0)
            row.candidateMs = 1 + below(3);
        if (below(3) > 0)
            row.baselineMs = 1 + below(3);
        return row;
    }

    std::mt19937 m_random;
};

std::vector<std::int64_t> idsAmong(std::span<const MetricRow> rows)
{
    std::vector<std::int64_t> out;
    for (const MetricRow &row : rows)
        out.push_back(row.id.value);
    return out;
}

} // namespace

TEST(RandomPopulation, AgreesWithAPlainImplementation)
{
    for (unsigned seed = 1; seed <= 600; ++seed) {
        RandomStudy study(seed);
        const std::vector<MetricRow> rows = study.rows();
        const Scope scope = study.scope();
        const Population found = populationOf(rows, scope);
        const PlainPopulation plain = plainPopulation(rows, scope);
        SCOPED_TRACE(seed);
        ASSERT_EQ(idsAmong(found.observations()), plain.observations);
        ASSERT_EQ(idsAmong(found.cells()), plain.cells);
        ASSERT_EQ(found.conditions, plain.conditions);
        ASSERT_EQ(found.leftOut, plain.leftOut);
        ASSERT_EQ(static_cast<std::size_t>(
                      std::ranges::count(found.cells(), Verdict::Flagged, &MetricRow::verdict)),
                  plain.flagged);
        ASSERT_EQ(found.tasks, plain.tasks);
        ASSERT_EQ(found.methods, plain.methods);
        ASSERT_EQ(found.severalVersions, plain.severalVersions);
        ASSERT_EQ(found.given, rows.size());
    }
}

TEST(RandomPopulation, IsEmptyAfterAStop)
{
    const std::vector<MetricRow> rows = RandomStudy(1).rows();
    ASSERT_FALSE(rows.empty());
    std::stop_source stop;
    stop.request_stop();
    const Population none = populationOf(rows, {}, stop.get_token());
    EXPECT_EQ(none.observations().size(), 0U);
    EXPECT_EQ(none.conditions.size(), scopeConditions.size());
}

} // namespace loupe::test
