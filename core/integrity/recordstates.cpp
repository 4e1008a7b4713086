// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/recordstates.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr int maxDecimals = 17;

/// Returns the number of decimals of the shortest text that reads as this number.
int decimalsOf(double value)
{
    std::array<char, 512> text{}; // the longest double in fixed notation has fewer characters
    const auto [end, failed]
        = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
    if (failed != std::errc())
        return maxDecimals;
    const std::string_view digits(text.data(), static_cast<std::size_t>(end - text.data()));
    const std::size_t point = digits.find('.');
    if (point == std::string_view::npos)
        return 0;
    return std::min(maxDecimals, static_cast<int>(digits.size() - point - 1));
}

} // namespace

std::vector<StateList> judgedTrajectories(std::span<const RecordedState> states)
{
    std::map<std::tuple<std::string, std::string, std::string, std::string, int>, StateList> groups;
    for (const RecordedState &state : states) {
        const MetricRow &row = state.row;
        if (isJudged(outcomeOf(row.verdict)))
            groups[{row.run, row.suite, row.task, row.method, row.sample}].push_back(&state);
    }
    std::vector<StateList> out;
    for (auto &[key, list] : groups) {
        std::ranges::stable_sort(list, [](const RecordedState *a, const RecordedState *b) {
            return std::tie(a->row.round, a->attempt) < std::tie(b->row.round, b->attempt);
        });
        out.push_back(std::move(list));
    }
    return out;
}

bool isRecordedCorrect(const RecordedState &state)
{
    return outcomeOf(state.row.verdict) == Outcome::Correct;
}

bool isNoisy(const RecordedState &state)
{
    constexpr double widest = 1.5; // between the ends of the interval
    constexpr std::array<std::string_view, 4> marks{"busy", "gpu_shared", "throttled",
                                                    "activity_lost"};
    if (isTime(state.speedupLow) && isTime(state.speedupHigh)
        && *state.speedupHigh > widest * *state.speedupLow)
        return true;
    return std::ranges::any_of(marks, [&](std::string_view mark) {
        return std::ranges::find(state.flags, mark) != state.flags.end();
    });
}

bool isTime(const std::optional<double> &value)
{
    return value && std::isfinite(*value) && *value > 0;
}

bool haveSameSource(const RecordedState &earlier, const RecordedState &later)
{
    if (!earlier.sourceDigest.empty() && !later.sourceDigest.empty())
        return earlier.sourceDigest == later.sourceDigest;
    return later.row.identicalCode && later.row.round == earlier.row.round + 1;
}

std::vector<RowId> idsOf(const StateList &states)
{
    std::vector<RowId> out;
    for (const RecordedState *state : states)
        out.push_back(state->row.id);
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

RecordFinding recordFinding(std::string_view rule, FindingSeverity weight, std::string message,
                            std::vector<std::pair<std::string, double>> numbers,
                            std::vector<RowId> evaluations)
{
    return {{std::string(rule), RuleLayer::Record, weight, std::move(message), 0},
            std::move(numbers),
            std::move(evaluations),
            {}};
}

std::string nameOf(const RecordedState &state)
{
    const MetricRow &row = state.row;
    if (row.sample == 0)
        return fmt::format("{} {} ({})", row.suite, row.task, row.method);
    return fmt::format("{} {} ({}, sample {})", row.suite, row.task, row.method, row.sample);
}

std::string shortNumber(double value)
{
    return fmt::format("{:.5g}", value);
}

RecordedPrecision::RecordedPrecision(std::span<const RecordedState> states)
{
    const auto learn = [](const std::optional<double> &value, int &known) {
        if (isTime(value))
            known = std::max(known, decimalsOf(*value));
    };
    for (const RecordedState &state : states) {
        Decimals &known = m_decimals[state.row.run];
        learn(state.row.speedup, known.speedup);
        learn(state.row.candidateMs, known.candidateMs);
        learn(state.row.baselineMs, known.baselineMs);
    }
}

RecordedRange RecordedPrecision::rangeOf(const MetricRow &row, double value,
                                         int Decimals::*decimals) const
{
    const auto known = m_decimals.find(row.run.text());
    if (known == m_decimals.end())
        return {value, value};
    const double half = 0.5 * std::pow(10.0, -(known->second.*decimals));
    return {std::max(0.0, value - half), value + half};
}

RecordedRange RecordedPrecision::speedupOf(const MetricRow &row) const
{
    return rangeOf(row, row.speedup.value_or(0), &Decimals::speedup);
}

RecordedRange RecordedPrecision::candidateMsOf(const MetricRow &row) const
{
    return rangeOf(row, row.candidateMs.value_or(0), &Decimals::candidateMs);
}

RecordedRange RecordedPrecision::baselineMsOf(const MetricRow &row) const
{
    return rangeOf(row, row.baselineMs.value_or(0), &Decimals::baselineMs);
}

std::optional<RecordedRange> RecordedBaselines::of(const RecordedState &state) const
{
    const MetricRow &row = state.row;
    if (isTime(row.baselineMs))
        return RecordedRange{*row.baselineMs, *row.baselineMs};
    if (!isTime(row.speedup) || !isTime(row.candidateMs))
        return std::nullopt;
    const RecordedRange speedup = m_precision.speedupOf(row);
    const RecordedRange time = m_precision.candidateMsOf(row);
    return RecordedRange{speedup.low * time.low, speedup.high * time.high};
}

} // namespace loupe
