// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/recordstates.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr int mostDecimals = 17;

/// Decimals of the shortest text that reads as this number.
int decimalsOf(double value)
{
    std::array<char, 512> text{}; // the longest double in fixed notation has fewer characters
    const auto [end, failed]
        = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
    if (failed != std::errc())
        return mostDecimals;
    const std::string_view digits(text.data(), static_cast<std::size_t>(end - text.data()));
    const std::size_t point = digits.find('.');
    if (point == std::string_view::npos)
        return 0;
    return std::min(mostDecimals, static_cast<int>(digits.size() - point - 1));
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

RecordedBaselines::RecordedBaselines(std::span<const RecordedState> states)
{
    for (const RecordedState &state : states) {
        Decimals &known = m_decimals[state.row.run];
        if (isTime(state.row.speedup))
            known.speedup = std::max(known.speedup, decimalsOf(*state.row.speedup));
        if (isTime(state.row.candidateMs))
            known.candidateMs = std::max(known.candidateMs, decimalsOf(*state.row.candidateMs));
    }
}

std::optional<RecordedRange> RecordedBaselines::of(const RecordedState &state) const
{
    const MetricRow &row = state.row;
    if (isTime(row.baselineMs))
        return RecordedRange{*row.baselineMs, *row.baselineMs};
    const auto known = m_decimals.find(row.run);
    if (known == m_decimals.end() || !isTime(row.speedup) || !isTime(row.candidateMs))
        return std::nullopt;
    const double speedupHalf = 0.5 * std::pow(10.0, -known->second.speedup);
    const double timeHalf = 0.5 * std::pow(10.0, -known->second.candidateMs);
    return RecordedRange{std::max(0.0, *row.speedup - speedupHalf)
                             * std::max(0.0, *row.candidateMs - timeHalf),
                         (*row.speedup + speedupHalf) * (*row.candidateMs + timeHalf)};
}

} // namespace loupe
