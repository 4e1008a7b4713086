// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/methodbaseline.h"

#include "core/analysis/metrics/ratetable.h"
#include "core/analysis/population/population.h"
#include "core/analysis/population/populationtext.h"

#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace loupe {
namespace {

/// Results on one device, with the times of candidates only.
class TimedRows
{
public:
    MetricRow &add(const char *task, const char *method, Verdict verdict,
                   std::optional<double> milliseconds = std::nullopt)
    {
        MetricRow row;
        row.id = {static_cast<std::int64_t>(m_rows.size()) + 1};
        row.suite = "suite";
        row.run = method;
        row.protocol = "suite-1";
        row.device = "A100";
        row.task = task;
        row.method = method;
        row.verdict = verdict;
        row.candidateMs = milliseconds;
        m_rows.push_back(row);
        return m_rows.back();
    }
    MetricRow &correct(const char *task, const char *method, double milliseconds)
    {
        return add(task, method, Verdict::Correct, milliseconds);
    }
    Population over(const char *method, Scope scope = {}) const
    {
        scope.rules[GroupBy::Baseline] = overMethod(method);
        std::vector<MetricRow> rows = m_rows;
        useTimesOf(method, m_rows, scope, rows);
        return populationOf(std::move(rows), scope);
    }

    const std::vector<MetricRow> &all() const { return m_rows; }

private:
    std::vector<MetricRow> m_rows;
};

using Speedups = std::map<std::string, std::optional<double>>;

/// Returns the speedup of each of the method's pairs, by task.
Speedups speedupsOf(const Population &population, const char *method)
{
    Speedups out;
    for (const MetricRow &row : population.cells()) {
        if (row.method == method)
            out[row.task.text()] = row.speedup;
    }
    return out;
}

TEST(MethodBaseline, TheSameResultsCountAsOverARecordedBaseline)
{
    TimedRows rows;
    const auto timed = [&](const char *task, const char *device) {
        MetricRow &row = rows.correct(task, "other", 2.0);
        row.device = device;
        row.baseline = "eager";
        row.baselineMs = 4.0;
        row.speedup = 2.0;
    };
    timed("a", "A100");
    timed("b", "A100");
    timed("c", "H100");
    rows.add("a", "base", Verdict::Correct); // a method without any time
    const auto over = [&](const char *baseline) {
        Scope scope;
        scope.rules[GroupBy::Baseline] = {ConditionRule::Kind::Only, baseline};
        return populationOf(rows.all(), scope);
    };
    const Population recorded = over("eager");
    const Population method = rows.over("base");
    EXPECT_EQ(recorded.condition(GroupBy::Device).value, "A100");
    EXPECT_EQ(method.condition(GroupBy::Device).value, "A100");
    EXPECT_EQ(recorded.cells().size(), 3U);
    EXPECT_EQ(method.cells().size(), recorded.cells().size());
}

TEST(MethodBaseline, SpeedupIsTheBaselineTimeOverTheResultTime)
{
    TimedRows rows;
    rows.correct("a", "base", 4.0);
    rows.correct("b", "base", 3.0);
    rows.add("c", "base", Verdict::WrongValue, 1.0);
    rows.add("d", "base", Verdict::Correct);
    MetricRow &recorded = rows.correct("a", "other", 2.0);
    recorded.baseline = "eager";
    recorded.baselineMs = 18.0;
    recorded.speedup = 9.0;
    rows.correct("b", "other", 6.0);
    rows.correct("c", "other", 5.0);
    rows.correct("d", "other", 1.0);
    const Population population = rows.over("base");
    EXPECT_EQ(speedupsOf(population, "other"),
              (Speedups{{"a", 2.0}, // 4 / 2
                        {"b", 0.5}, // 3 / 6
                        {"c", std::nullopt},
                        {"d", std::nullopt}}));
    EXPECT_EQ(speedupsOf(population, "base"),
              (Speedups{{"a", 1.0}, {"b", 1.0}, {"c", std::nullopt}, {"d", std::nullopt}}));
    for (const MetricRow &row : population.cells())
        EXPECT_EQ(row.baseline.text(), row.speedup ? "method base" : "");
    const std::vector<RateRow> rates = rateTable(population, GroupBy::Method);
    ASSERT_EQ(rates[1].group, "other");
    EXPECT_EQ(rates[1].correct, 4);
    EXPECT_EQ(rates[1].timed, 2);
    EXPECT_DOUBLE_EQ(rates[1].geometricMeanSpeedup.value(), 1.0); // sqrt(2 * 0.5)
    EXPECT_EQ(rates[1].fastp1, 0.25) << "a, of four judged";
    EXPECT_EQ(rates[1].fastp1High, 0.75) << "c and d may be faster";
}

TEST(MethodBaseline, CaptionNamesTheMethodAndCountsMissingTimes)
{
    TimedRows rows;
    rows.correct("a", "base", 4.0);
    rows.correct("a", "other", 2.0);
    rows.correct("b", "other", 2.0);
    rows.add("c", "other", Verdict::WrongValue, 2.0);
    rows.add("d", "other", Verdict::Correct);
    const std::string caption = captionOf(rows.over("base"));
    EXPECT_NE(caption.find("baseline: method base"), std::string::npos) << caption;
    EXPECT_NE(caption.find("1 timed result has no time of the baseline method to compare with"),
              std::string::npos)
        << caption;
}

TEST(MethodBaseline, TimesAreOfTheSameDeviceAndConditions)
{
    TimedRows rows;
    rows.correct("a", "base", 4.0).precision = "fp32";
    rows.correct("a", "base", 2.0).device = "H100 (recorded)";
    rows.correct("b", "base", 5.0).precision = "bf16";
    rows.correct("a", "other", 1.0).precision = "fp32";
    rows.correct("a", "other", 1.0).device = "H100";
    rows.correct("b", "other", 1.0).precision = "fp32";
    Scope scope;
    for (const GroupBy each : {GroupBy::Device, GroupBy::Precision})
        scope.rules[each] = {ConditionRule::Kind::Split, {}};
    std::map<std::string, std::optional<double>> found;
    const Population population = rows.over("base", scope);
    for (const MetricRow &row : population.cells()) {
        if (row.method == "other")
            found[row.task + " " + row.device.text()] = row.speedup;
    }
    EXPECT_EQ(found, (Speedups{{"a A100", 4.0}, {"a H100", 2.0}, {"b A100", std::nullopt}}));
}

TEST(MethodBaseline, TreatsAnUnknownDeviceAsMissing)
{
    TimedRows rows;
    rows.correct("a", "base", 4.0).device = "not recorded";
    rows.correct("a", "other", 2.0).device = "not recorded";
    EXPECT_EQ(speedupsOf(rows.over("base"), "other"), (Speedups{{"a", std::nullopt}}));
}

TEST(MethodBaseline, AnotherVersionOfTheTaskIsAnotherTask)
{
    TimedRows rows;
    rows.correct("a", "base", 4.0).taskHash = "1";
    rows.correct("a", "other", 2.0).taskHash = "2";
    rows.correct("b", "base", 4.0).taskHash = "3";
    rows.correct("b", "other", 2.0);
    EXPECT_EQ(speedupsOf(rows.over("base"), "other"), (Speedups{{"a", std::nullopt}, {"b", 2.0}}));
}

TEST(MethodBaseline, TheAttemptChoiceIsOfBothSides)
{
    TimedRows rows;
    rows.correct("a", "base", 3.0);
    rows.correct("a", "base", 4.0).round = 1;
    rows.correct("a", "other", 2.0);
    EXPECT_EQ(speedupsOf(rows.over("base"), "other"), (Speedups{{"a", 2.0}})); // last: 4 / 2
    Scope best;
    best.choice.rule = AttemptRule::BestRound;
    EXPECT_EQ(speedupsOf(rows.over("base", best), "other"), (Speedups{{"a", 1.5}})); // 3 / 2
    EXPECT_EQ(speedupsOf(rows.over("base", best), "base"), (Speedups{{"a", 1.0}}));
}

TEST(MethodBaseline, FlaggedResultsAreNotUsedAsBaseline)
{
    TimedRows rows;
    rows.correct("a", "base", 4.0).isWithheld = true;
    rows.correct("a", "other", 2.0);
    EXPECT_EQ(speedupsOf(rows.over("base"), "other"), (Speedups{{"a", std::nullopt}}));
    Scope all;
    all.includeWithheld = true;
    EXPECT_EQ(speedupsOf(rows.over("base", all), "other"), (Speedups{{"a", 2.0}}));
}

TEST(MethodBaseline, RecordsOverSeveralBaselinesAreOneAttempt)
{
    TimedRows rows;
    rows.correct("a", "base", 4.0);
    for (const char *baseline : {"eager", "torch.compile"}) {
        MetricRow &row = rows.correct("a", "other", 2.0);
        row.run = baseline;
        row.baseline = baseline;
        row.baselineMs = 6.0;
        row.speedup = 3.0;
    }
    const Population population = rows.over("base");
    EXPECT_EQ(population.observations().size(), 2U);
    EXPECT_EQ(speedupsOf(population, "other"), (Speedups{{"a", 2.0}}));
    std::vector<std::string> values;
    for (const ConditionValue &each : population.condition(GroupBy::Baseline).values)
        values.push_back(each.value);
    EXPECT_EQ(values, (std::vector<std::string>{"eager", "torch.compile"}))
        << "the recorded ones can still be chosen";
}

TEST(MethodBaseline, TimesThatDisagreeAreNotUsed)
{
    TimedRows rows;
    rows.correct("a", "base", 4.0).precision = "fp32";
    rows.correct("a", "base", 5.0).precision = "bf16";
    rows.correct("a", "other", 2.0); // records no precision
    rows.correct("a", "third", 2.0).precision = "bf16";
    const Population population = rows.over("base", [] {
        Scope scope;
        scope.rules[GroupBy::Precision] = {ConditionRule::Kind::Split, {}};
        return scope;
    }());
    EXPECT_EQ(speedupsOf(population, "other"), (Speedups{{"a", std::nullopt}}));
    EXPECT_EQ(population.joined.disputed, 1U);
    EXPECT_EQ(speedupsOf(population, "third"), (Speedups{{"a", 2.5}}));
}

TEST(MethodBaseline, ARuleNamesAMethodByItsPrefix)
{
    EXPECT_EQ(overMethod("CUDA-L1").value, "method:CUDA-L1");
    EXPECT_EQ(methodOf(overMethod("CUDA-L1")), "CUDA-L1");
    EXPECT_EQ(methodOf({ConditionRule::Kind::Only, "eager"}), std::nullopt);
    EXPECT_EQ(methodOf({ConditionRule::Kind::Split, {}}), std::nullopt);
}

} // namespace
} // namespace loupe
