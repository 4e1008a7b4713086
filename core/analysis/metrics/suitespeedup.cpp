// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/suitespeedup.h"

#include "core/base/asciicase.h"
#include "core/base/median.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <iterator>
#include <numeric>

#include <fmt/format.h>

namespace loupe {

namespace {

struct RuleText {
    SpeedupRule rule;
    std::string_view suite; ///< without dashes
    std::string_view text;
};

constexpr std::array rules{
    RuleText{SpeedupRule::KernelBench, "kernelbench",
             "KernelBench: mean baseline time / mean candidate time, both rounded to three "
             "significant digits. fast_p = correct with speedup > p, of all judged tasks; "
             "geometric means over the correct, and over the correct and faster."},
    RuleText{SpeedupRule::KernelBenchX, "kernelbenchx",
             "KernelBench-X: sum over sizes of the baseline's medians / sum over the candidate's "
             "sizes of its medians, sizes that the candidate lacks included in the former. Over "
             "tasks: quotient of the summed times, and arithmetic mean of the speedups."},
    RuleText{SpeedupRule::TritonBenchT, "tritonbencht",
             "TritonBench-T: sum of the baseline's medians / sum of the candidate's over the "
             "candidate's sizes; dropped from 10 on and up to 0.1. Over tasks: arithmetic mean."},
    RuleText{SpeedupRule::TritonBenchG, "tritonbenchg",
             "TritonBench-G: sum of the baseline's medians / sum of the candidate's; dropped from "
             "10 on and where sizes are missing. Over tasks: arithmetic mean."},
    RuleText{SpeedupRule::MultiKernelBench, "multikernelbench",
             "MultiKernelBench: mean baseline time / mean candidate time, both rounded to three "
             "significant digits. SpeedUp_1 = any sample correct with speedup >= 1, of all judged "
             "tasks."},
    RuleText{SpeedupRule::KernelGenBench, "kernelgenbench",
             "KernelGenBench: geometric mean over the timed cases of median baseline / median "
             "candidate. Over operators: geometric mean of those that passed, the best of each; "
             "fast_p = passed with speedup >= p, of all judged operators."},
};

bool isTime(double value)
{
    return std::isfinite(value) && value > 0;
}

double numberIn(const std::string &text)
{
    double value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

/// Rounds like Python's '%.3g'.
double threeDigits(double value)
{
    return numberIn(fmt::format("{:.3g}", value));
}

/// Returns the mean time of a call; samples are means over blocks of calls.
std::optional<double> meanOf(const std::vector<double> &samples, const std::vector<int> &calls)
{
    double total = 0;
    double count = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (!isTime(samples[i]))
            return std::nullopt;
        const double weight = i < calls.size() && calls[i] > 0 ? calls[i] : 1;
        total += samples[i] * weight;
        count += weight;
    }
    return count > 0 ? std::optional(total / count) : std::nullopt;
}

SuiteSpeedup absent(std::string why)
{
    SuiteSpeedup out;
    out.absence = std::move(why);
    return out;
}

SuiteSpeedup ofMeans(const CaseTimes &timed)
{
    const auto baseline = meanOf(timed.baselineMs, timed.baselineCalls);
    const auto candidate = meanOf(timed.candidateMs, timed.candidateCalls);
    if (!baseline || !candidate)
        return absent("a side has no usable times");
    SuiteSpeedup out;
    out.baselineMs = threeDigits(*baseline);
    out.candidateMs = threeDigits(*candidate);
    out.speedup = out.baselineMs / out.candidateMs;
    return out;
}

SuiteSpeedup dropped(double speedup, const CaseSums &sums, std::string why)
{
    SuiteSpeedup out = absent(std::move(why));
    out.isDropped = true;
    out.baselineMs = sums.matchedBaselineMs;
    out.candidateMs = sums.candidateMs;
    out.absence += fmt::format(" ({:.4g})", speedup);
    return out;
}

SuiteSpeedup ofSums(SpeedupRule rule, std::span<const CaseTimes> cases)
{
    const CaseSums sums = sumsOf(cases);
    if (sums.both == 0)
        return absent("no case was timed on both sides");
    SuiteSpeedup out;
    if (rule == SpeedupRule::KernelBenchX) {
        out.baselineMs = sums.baselineMs;
        out.candidateMs = roundedTo(sums.candidateMs, 4);
        if (out.candidateMs <= 0)
            return absent("the candidate's sum rounds to 0");
        out.speedup = roundedTo(out.baselineMs / out.candidateMs, 4);
        return out;
    }
    out.baselineMs = sums.matchedBaselineMs;
    out.candidateMs = sums.candidateMs;
    const double speedup = roundedTo(out.baselineMs / out.candidateMs, 4);
    const bool isG = rule == SpeedupRule::TritonBenchG;
    if (sums.candidateOnly > 0 || (isG && sums.baselineOnly > 0))
        return dropped(speedup, sums, "a size is missing on one side");
    if (speedup >= 10)
        return dropped(speedup, sums, "10 or more");
    if (!isG && speedup <= 0.1)
        return dropped(speedup, sums, "0.1 or less");
    out.speedup = speedup;
    return out;
}

SuiteSpeedup ofRatios(std::span<const CaseTimes> cases)
{
    SuiteSpeedup out;
    double logs = 0;
    int count = 0;
    for (const CaseTimes &each : cases) {
        const auto baseline = medianTime(each.baselineMs);
        const auto candidate = medianTime(each.candidateMs);
        if (!baseline || !candidate)
            continue;
        logs += std::log(*baseline / *candidate);
        out.baselineMs += *baseline;
        out.candidateMs += *candidate;
        ++count;
    }
    if (count == 0)
        return absent("no case was timed on both sides");
    out.speedup = std::exp(logs / count);
    return out;
}

/// Returns true if both sides were timed by that clock.
bool hasBothSides(std::span<const TimingSeries> timings, std::string_view clock)
{
    const auto has = [&](std::string_view role) {
        return std::any_of(timings.begin(), timings.end(), [&](const TimingSeries &each) {
            return each.clock == clock && each.role == role && !each.samplesMs.empty();
        });
    };
    return has("baseline") && has("candidate");
}

} // namespace

double roundedTo(double value, int decimals)
{
    return numberIn(fmt::format("{:.{}f}", value, decimals));
}

std::optional<double> medianTime(std::span<const double> milliseconds)
{
    if (milliseconds.empty() || !std::all_of(milliseconds.begin(), milliseconds.end(), isTime))
        return std::nullopt;
    return medianOf(milliseconds);
}

std::optional<double> geometricMeanOf(std::span<const double> values)
{
    double logs = 0;
    for (const double each : values)
        logs += std::log(each);
    return values.empty() ? std::nullopt
                          : std::optional(std::exp(logs / static_cast<double>(values.size())));
}

std::optional<double> arithmeticMeanOf(std::span<const double> values)
{
    if (values.empty())
        return std::nullopt;
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::optional<SpeedupRule> speedupRuleOf(std::string_view suite)
{
    std::string plain;
    for (const char each : suite) {
        if (std::isalnum(static_cast<unsigned char>(each)) != 0)
            plain += lowered(each);
    }
    const auto found = std::find_if(rules.begin(), rules.end(),
                                    [&](const RuleText &each) { return each.suite == plain; });
    return found == rules.end() ? std::nullopt : std::optional(found->rule);
}

std::string_view definition(SpeedupRule rule)
{
    return rules[static_cast<std::size_t>(rule)].text;
}

ChosenTimes chooseTimes(std::span<const TimingSeries> timings)
{
    ChosenTimes out;
    for (const std::string_view clock : {"do_bench", "cuda_event"}) {
        if (!out.isSuitesClock && hasBothSides(timings, clock)) {
            out.clock = clock;
            out.isSuitesClock = true;
        }
    }
    if (out.clock.empty() && !timings.empty() && hasBothSides(timings, timings.front().clock))
        out.clock = timings.front().clock;
    for (const TimingSeries &series : timings) {
        if (out.clock.empty() || series.clock != out.clock)
            continue;
        auto place = std::find_if(out.cases.begin(), out.cases.end(), [&](const CaseTimes &each) {
            return each.caseName == series.caseName;
        });
        if (place == out.cases.end()) {
            out.cases.emplace_back().caseName = series.caseName;
            place = std::prev(out.cases.end());
        }
        const bool isBaseline = series.role == "baseline";
        (isBaseline ? place->baselineMs : place->candidateMs) = series.samplesMs;
        (isBaseline ? place->baselineCalls : place->candidateCalls) = series.callsPerSample;
    }
    return out;
}

CaseSums sumsOf(std::span<const CaseTimes> cases)
{
    CaseSums sums;
    for (const CaseTimes &each : cases) {
        const auto baseline = medianTime(each.baselineMs);
        const auto candidate = medianTime(each.candidateMs);
        sums.baselineMs += baseline.value_or(0);
        sums.candidateMs += candidate.value_or(0);
        if (baseline && candidate) {
            sums.matchedBaselineMs += *baseline;
            sums.matchedCandidateMs += *candidate;
            ++sums.both;
        }
        sums.baselineOnly += baseline && !candidate ? 1 : 0;
        sums.candidateOnly += candidate && !baseline ? 1 : 0;
    }
    return sums;
}

SuiteSpeedup suiteSpeedup(SpeedupRule rule, std::span<const CaseTimes> cases)
{
    if (cases.empty())
        return absent("no raw times");
    switch (rule) {
    case SpeedupRule::KernelBench:
    case SpeedupRule::MultiKernelBench:
        return ofMeans(cases.front());
    case SpeedupRule::KernelGenBench:
        return ofRatios(cases);
    default:
        return ofSums(rule, cases);
    }
}

namespace {

/// Returns true if the suite counts an attempt by the best of its samples and rounds.
bool takesBest(SpeedupRule rule)
{
    return rule == SpeedupRule::MultiKernelBench || rule == SpeedupRule::KernelGenBench;
}

/// Returns true if `row` represents its attempt better than `other`.
bool isBefore(SpeedupRule rule, const SuiteRow &row, const SuiteRow &other)
{
    if (!takesBest(rule)) {
        if (row.sample != other.sample)
            return row.sample < other.sample;
        return row.round > other.round;
    }
    if (row.judged != other.judged)
        return row.judged;
    if (row.correct != other.correct)
        return row.correct;
    return row.measured.speedup.value_or(0) > other.measured.speedup.value_or(0);
}

/// The inputs of an aggregate's figures.
struct Pool {
    std::vector<double> speedups; ///< of the correct and measured
    double baselineMs = 0;
    double candidateMs = 0;
};

/// Returns the share of n above p, or at p if `orEqual`. The value is nullopt if correct results
/// exist but none was measured.
SuiteFigure shareAbove(const std::string &name, const Pool &pool, const SuiteAggregate &counts,
                       double p, bool orEqual)
{
    if (counts.tasks == 0 || (pool.speedups.empty() && counts.correct > 0))
        return {name, std::nullopt};
    const auto above = std::count_if(pool.speedups.begin(), pool.speedups.end(),
                                     [&](double each) { return orEqual ? each >= p : each > p; });
    return {name, static_cast<double>(above) / counts.tasks};
}

std::vector<SuiteFigure> figuresOf(SpeedupRule rule, const Pool &pool, const SuiteAggregate &counts)
{
    const auto rounded = [](std::optional<double> value, int decimals) {
        return value ? std::optional(roundedTo(*value, decimals)) : value;
    };
    switch (rule) {
    case SpeedupRule::KernelBench: {
        std::vector<double> faster;
        std::copy_if(pool.speedups.begin(), pool.speedups.end(), std::back_inserter(faster),
                     [](double each) { return each > 1; });
        return {{"geometric mean, correct", geometricMeanOf(pool.speedups)},
                {"geometric mean, correct and faster", geometricMeanOf(faster)},
                shareAbove("fast_0.5", pool, counts, 0.5, false),
                shareAbove("fast_1", pool, counts, 1, false),
                shareAbove("fast_2", pool, counts, 2, false)};
    }
    case SpeedupRule::KernelBenchX:
        return {{"avg_speedup_global",
                 pool.candidateMs > 0
                     ? std::optional(roundedTo(pool.baselineMs / pool.candidateMs, 3))
                     : std::nullopt},
                {"avg_speedup_per_task", rounded(arithmeticMeanOf(pool.speedups), 3)}};
    case SpeedupRule::TritonBenchT:
    case SpeedupRule::TritonBenchG:
        return {{"speed up", rounded(arithmeticMeanOf(pool.speedups), 2)}};
    case SpeedupRule::MultiKernelBench:
        return {shareAbove("SpeedUp_1", pool, counts, 1, true)};
    case SpeedupRule::KernelGenBench:
        return {{"geometric mean, passed", geometricMeanOf(pool.speedups)},
                shareAbove("fast_0.8", pool, counts, 0.8, true),
                shareAbove("fast_1", pool, counts, 1, true),
                shareAbove("fast_1.5", pool, counts, 1.5, true)};
    }
    return {};
}

} // namespace

SuiteAggregate aggregate(SpeedupRule rule, std::span<const SuiteRow> rows)
{
    std::map<std::string, const SuiteRow *> attempts;
    for (const SuiteRow &row : rows) {
        const SuiteRow *&chosen = attempts[row.attempt];
        if (chosen == nullptr || isBefore(rule, row, *chosen))
            chosen = &row;
    }
    SuiteAggregate out;
    Pool pool;
    for (const auto &[attempt, row] : attempts) {
        if (!row->judged) {
            ++out.notCounted;
            continue;
        }
        ++out.tasks;
        if (!row->correct)
            continue;
        ++out.correct;
        if (row->measured.isDropped) {
            ++out.dropped;
        } else if (!row->measured.speedup) {
            ++out.missing;
            ++out.absences[row->measured.absence];
        } else {
            ++out.measured;
            out.otherClock += row->isOtherClock ? 1 : 0;
            pool.speedups.push_back(*row->measured.speedup);
            pool.baselineMs += row->measured.baselineMs;
            pool.candidateMs += row->measured.candidateMs;
        }
    }
    out.figures = figuresOf(rule, pool, out);
    return out;
}

} // namespace loupe
