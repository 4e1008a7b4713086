// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/speakers.h"

#include "core/analysis/population/placetable.h"
#include "core/analysis/rows/grouping.h"

#include <algorithm>
#include <functional>
#include <tuple>
#include <unordered_map>

namespace loupe {

namespace {

constexpr std::uint32_t nobody = ~0U;

/// Returns the run number of each setting, in the order of the runs' first rows. Rows are in stored
/// order.
std::vector<std::uint32_t> runNumbers(const RowIndex &index)
{
    std::vector<std::uint32_t> out(index.settings.size(), nobody);
    std::unordered_map<Name, std::uint32_t> numbers;
    for (const RowIndex::Entry &entry : index.entries) {
        std::uint32_t &number = out[entry.setting];
        if (number == nobody && index.isConsidered(entry))
            number = numbers
                         .try_emplace(index.settings[entry.setting].run,
                                      static_cast<std::uint32_t>(numbers.size()))
                         .first->second;
    }
    return out;
}

/// Returns true if one kernel is better than the other, for the rules that take the best.
bool isBetter(const MetricRow &row, const MetricRow &other)
{
    const auto worthOf = [](const MetricRow &of) {
        const Outcome outcome = outcomeOf(of.verdict);
        return std::tuple(outcome == Outcome::Correct, outcome != Outcome::NoBuild,
                          usableSpeedup(of).value_or(0));
    };
    return worthOf(row) > worthOf(other);
}

/// An observation, with the properties that decide whether it is the representative.
struct Speaker {
    std::uint32_t place = nobody;
    std::uint32_t run = 0; ///< later runs have higher numbers
    int sample = 0;
    int round = 0;
    bool isKnown = false; ///< it was judged
};

/// Returns true if `one` takes precedence over `before`, an earlier row.
bool speaksBefore(const Speaker &one, const Speaker &before, std::span<const MetricRow> rows,
                  AttemptRule rule)
{
    if (one.isKnown != before.isKnown)
        return one.isKnown;
    if (one.run != before.run)
        return one.run > before.run;
    if (rule == AttemptRule::BestSample)
        return isBetter(rows[one.place], rows[before.place]);
    if (one.sample != before.sample)
        return one.sample < before.sample;
    if (rule == AttemptRule::BestRound)
        return isBetter(rows[one.place], rows[before.place]);
    if (rule == AttemptRule::FirstRound && one.round != before.round)
        return one.round < before.round;
    return one.round >= before.round; // among attempts at one round, the later one wins
}

/// Marks the rows that a later attempt replaces. Only the last judged attempt at a round of a
/// sample in one run counts, however good the others were.
std::vector<bool> replacedRows(std::span<const MetricRow> rows, const RowIndex &index,
                               const NumberedCells &cells)
{
    std::vector<bool> out(rows.size(), false);
    PlaceTable table(rows.size());
    const auto isSame = [&](std::uint32_t a, std::uint32_t b) {
        return cells.cellOf[a] == cells.cellOf[b] && rows[a].sample == rows[b].sample
            && rows[a].round == rows[b].round && rows[a].run == rows[b].run;
    };
    for (std::uint32_t place = 0; place < rows.size(); ++place) {
        if (!index.isConsidered(index.entries[place]))
            continue;
        const MetricRow &row = rows[place];
        const std::uint64_t hash = hashOfNumbers({std::hash<Name>()(row.run), cells.cellOf[place],
                                                  static_cast<std::uint64_t>(row.sample),
                                                  static_cast<std::uint64_t>(row.round)});
        std::uint32_t &last
            = table.of(hash, [&](std::uint32_t other) { return isSame(place, other); });
        const bool replaces = last == PlaceTable::none || isJudged(outcomeOf(row.verdict));
        if (last != PlaceTable::none)
            out[replaces ? last : place] = true;
        if (replaces)
            last = place;
    }
    return out;
}

} // namespace

std::vector<std::uint32_t> speakersOf(std::span<const MetricRow> rows, const RowIndex &index,
                                      const NumberedCells &cells, const AttemptChoice &choice)
{
    const bool isBest
        = choice.rule == AttemptRule::BestRound || choice.rule == AttemptRule::BestSample;
    const std::vector<bool> isReplaced
        = isBest ? replacedRows(rows, index, cells) : std::vector<bool>();
    const std::vector<std::uint32_t> runOf = runNumbers(index);
    std::vector<Speaker> heard(cells.count);
    for (std::uint32_t place = 0; place < rows.size(); ++place) {
        const RowIndex::Entry &entry = index.entries[place];
        if (!index.isConsidered(entry) || (isBest && isReplaced[place]))
            continue;
        const MetricRow &row = rows[place];
        const Speaker one{place, runOf[entry.setting], row.sample, row.round,
                          isJudged(outcomeOf(row.verdict))};
        Speaker &current = heard[cells.cellOf[place]];
        if (current.place == nobody || speaksBefore(one, current, rows, choice.rule))
            current = one;
    }
    std::vector<std::uint32_t> out;
    out.reserve(heard.size());
    for (const Speaker &each : heard) {
        if (each.place != nobody)
            out.push_back(each.place);
    }
    std::ranges::sort(out);
    return out;
}

} // namespace loupe
