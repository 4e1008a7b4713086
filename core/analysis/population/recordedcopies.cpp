// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/recordedcopies.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace loupe {

namespace {

std::uint64_t bitsOf(const std::optional<double> &value)
{
    return value ? std::bit_cast<std::uint64_t>(*value) : ~std::uint64_t{0};
}

/// What two records of one observation share.
struct RecordKey {
    std::uint32_t cell;
    int sample;
    int round;
    Verdict verdict;
    std::uint64_t speedup;
    std::uint64_t candidateMs;
    std::uint64_t baselineMs;
    std::array<Name, 4> conditions; ///< the same kernel on two devices is two observations

    friend bool operator==(const RecordKey &, const RecordKey &) = default;
};

struct RecordKeyHash {
    std::size_t operator()(const RecordKey &key) const noexcept
    {
        std::size_t out = key.cell;
        for (const std::uint64_t part :
             {static_cast<std::uint64_t>(key.sample), static_cast<std::uint64_t>(key.round),
              static_cast<std::uint64_t>(key.verdict), key.speedup, key.candidateMs})
            out = (out ^ part) * 0x9e3779b97f4a7c15U;
        return out ^ (out >> 32U);
    }
};

RecordKey keyOf(const MetricRow &row, std::uint32_t cell)
{
    return {cell,
            row.sample,
            row.round,
            row.verdict,
            bitsOf(row.speedup),
            bitsOf(row.candidateMs),
            bitsOf(row.baselineMs),
            {row.device, row.baseline, row.precision, row.protocol}};
}

bool isTimed(const MetricRow &row)
{
    return row.candidateMs.has_value(); // a rounded speedup may be the same by chance
}

/// Cells that more than one run observed: only these can hold copies.
std::unordered_set<std::uint32_t> cellsOfSeveralRuns(const PlacedRows &placed)
{
    std::vector<Name> runOf(placed.cellOf.empty() ? 0
                                                  : *std::ranges::max_element(placed.cellOf) + 1);
    std::unordered_set<std::uint32_t> out;
    for (const std::uint32_t place : placed.places) {
        Name &run = runOf[placed.cellOf[place]];
        if (run.empty())
            run = placed.rows[place].run;
        else if (run != placed.rows[place].run)
            out.insert(placed.cellOf[place]);
    }
    return out;
}

/// (the run that was first, the place of the later record)
using FoundCopy = std::pair<Name, std::uint32_t>;

std::vector<FoundCopy> equalRecords(const PlacedRows &placed,
                                    const std::unordered_set<std::uint32_t> &several)
{
    std::vector<FoundCopy> out;
    std::unordered_map<RecordKey, Name, RecordKeyHash> firstRun;
    for (const std::uint32_t place : placed.places) {
        if (!several.contains(placed.cellOf[place]))
            continue;
        const MetricRow &row = placed.rows[place];
        const auto [first, isNew] = firstRun.try_emplace(keyOf(row, placed.cellOf[place]), row.run);
        if (!isNew && first->second != row.run)
            out.emplace_back(first->second, place);
    }
    return out;
}

/// (the run that was first, the one that repeats it)
using CopiedRuns = std::set<std::pair<Name, Name>>;

/// Whether a record says nothing that another one of the same round does not: an excerpt knows less
/// of a kernel than the whole, and says unknown where the whole has a result.
bool addsNothing(const MetricRow &row, const MetricRow &other)
{
    const auto isKnown
        = [](const std::optional<double> &value, const std::optional<double> &known) {
              return !value || value == known;
          };
    return isKnown(row.candidateMs, other.candidateMs) && isKnown(row.baselineMs, other.baselineMs)
        && isKnown(row.speedup, other.speedup)
        && (!isJudged(outcomeOf(row.verdict)) || row.verdict == other.verdict);
}

/// Places of records of runs that repeat others, which add nothing to what those recorded.
void addExcerpts(const PlacedRows &placed, const std::unordered_set<std::uint32_t> &several,
                 const CopiedRuns &copiedRuns, std::unordered_set<std::uint32_t> &copies)
{
    std::map<std::tuple<std::uint32_t, int, int>, std::vector<std::uint32_t>> seen;
    for (const std::uint32_t place : placed.places) {
        if (!several.contains(placed.cellOf[place]))
            continue;
        const MetricRow &row = placed.rows[place];
        std::vector<std::uint32_t> &before = seen[{placed.cellOf[place], row.sample, row.round}];
        const bool isExcerpt = std::ranges::any_of(before, [&](std::uint32_t other) {
            const MetricRow &first = placed.rows[other];
            return copiedRuns.contains({first.run, row.run}) && addsNothing(row, first);
        });
        if (isExcerpt)
            copies.insert(place);
        before.push_back(place);
    }
}

} // namespace

std::size_t removeCopies(PlacedRows &placed)
{
    const auto several = cellsOfSeveralRuns(placed);
    if (several.empty())
        return 0;
    const std::vector<FoundCopy> equal = equalRecords(placed, several);
    CopiedRuns copiedRuns;
    for (const auto &[first, place] : equal) {
        if (isTimed(placed.rows[place]))
            copiedRuns.emplace(first, placed.rows[place].run);
    }
    std::unordered_set<std::uint32_t> copies;
    for (const auto &[first, place] : equal) {
        if (copiedRuns.contains({first, placed.rows[place].run}))
            copies.insert(place);
    }
    if (!copiedRuns.empty())
        addExcerpts(placed, several, copiedRuns, copies);
    if (!copies.empty())
        std::erase_if(placed.places, [&](std::uint32_t place) { return copies.contains(place); });
    return copies.size();
}

} // namespace loupe
