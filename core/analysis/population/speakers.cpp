// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/speakers.h"

#include "core/analysis/rows/grouping.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <unordered_map>

namespace loupe {

namespace {

constexpr std::uint32_t nobody = ~std::uint32_t{0};

/// Runs by when they were first seen: rows come in the order in which they were stored.
std::vector<std::uint32_t> runNumbers(const PlacedRows &placed)
{
    std::unordered_map<Name, std::uint32_t> numbers;
    std::vector<std::uint32_t> out(placed.rows.size());
    Name last;
    std::uint32_t number = 0;
    for (const std::uint32_t place : placed.places) {
        const Name run = placed.rows[place].run;
        if (run != last || numbers.empty())
            number = numbers.try_emplace(run, static_cast<std::uint32_t>(numbers.size()))
                         .first->second;
        last = run;
        out[place] = number;
    }
    return out;
}

/// Whether the one kernel is better than the other, for those who count the best.
bool isBetter(const MetricRow &row, const MetricRow &other)
{
    const auto worthOf = [](const MetricRow &of) {
        const Outcome outcome = outcomeOf(of.verdict);
        return std::tuple(outcome == Outcome::Correct, outcome != Outcome::NoBuild,
                          usableSpeedup(of).value_or(0));
    };
    return worthOf(row) > worthOf(other);
}

/// Says which of two observations of a cell is heard.
class Precedence
{
public:
    Precedence(const PlacedRows &placed, const AttemptChoice &choice)
        : m_rows(placed.rows)
        , m_runs(runNumbers(placed))
        , m_rule(choice.rule)
    {
    }

    /// Whether the observation at `place` speaks rather than the one at `other`, which lies before.
    bool speaksBefore(std::uint32_t place, std::uint32_t other) const
    {
        const MetricRow &row = m_rows[place];
        const MetricRow &before = m_rows[other];
        const bool isKnown = isJudged(outcomeOf(row.verdict));
        if (isKnown != isJudged(outcomeOf(before.verdict)))
            return isKnown;
        if (m_runs[place] != m_runs[other])
            return m_runs[place] > m_runs[other];
        if (m_rule == AttemptRule::BestSample)
            return isBetter(row, before);
        if (row.sample != before.sample)
            return row.sample < before.sample;
        if (m_rule == AttemptRule::BestRound)
            return isBetter(row, before);
        if (m_rule == AttemptRule::FirstRound && row.round != before.round)
            return row.round < before.round;
        return row.round >= before.round; // of attempts at one round the later one
    }

private:
    std::span<const MetricRow> m_rows;
    std::vector<std::uint32_t> m_runs;
    AttemptRule m_rule;
};

/// One round of a sample, as one run saw it.
struct SeenRound {
    std::uint32_t cell;
    Name run;
    int sample;
    int round;

    friend bool operator==(const SeenRound &, const SeenRound &) = default;
};

struct SeenRoundHash {
    std::size_t operator()(const SeenRound &seen) const noexcept
    {
        std::size_t out = std::hash<Name>()(seen.run) ^ seen.cell;
        for (const int part : {seen.sample, seen.round})
            out = (out ^ static_cast<std::size_t>(part)) * 0x9e3779b97f4a7c15U;
        return out ^ (out >> 32U);
    }
};

/// Of several judged attempts at a round only the last one counts, however good the others were.
std::vector<std::uint32_t> withoutReplaced(const PlacedRows &placed)
{
    std::unordered_map<SeenRound, std::uint32_t, SeenRoundHash> last;
    const auto seenAt = [&](std::uint32_t place) {
        const MetricRow &row = placed.rows[place];
        return SeenRound{placed.cellOf[place], row.run, row.sample, row.round};
    };
    for (const std::uint32_t place : placed.places) {
        const auto [found, isNew] = last.try_emplace(seenAt(place), place);
        if (!isNew && isJudged(outcomeOf(placed.rows[place].verdict)))
            found->second = place;
    }
    std::vector<std::uint32_t> out;
    std::ranges::copy_if(placed.places, std::back_inserter(out),
                         [&](std::uint32_t place) { return last.at(seenAt(place)) == place; });
    return out;
}

} // namespace

std::vector<std::uint32_t> speakersOf(const PlacedRows &placed, std::size_t cells,
                                      const AttemptChoice &choice)
{
    const bool isBest
        = choice.rule == AttemptRule::BestRound || choice.rule == AttemptRule::BestSample;
    const Precedence precedence(placed, choice);
    std::vector<std::uint32_t> speaker(cells, nobody);
    for (const std::uint32_t place : isBest ? withoutReplaced(placed) : placed.places) {
        std::uint32_t &current = speaker[placed.cellOf[place]];
        if (current == nobody || precedence.speaksBefore(place, current))
            current = place;
    }
    std::erase(speaker, nobody);
    std::ranges::sort(speaker);
    return speaker;
}

} // namespace loupe
