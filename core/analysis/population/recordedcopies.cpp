// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/recordedcopies.h"

#include "core/analysis/population/placetable.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <iterator>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace loupe {

namespace {

std::uint64_t bitsOf(OptionalNumber<double> value)
{
    return value ? std::bit_cast<std::uint64_t>(*value) : ~std::uint64_t{0};
}

/// Key that two records of one observation share.
struct RecordKey {
    std::uint32_t cell;
    int sample;
    int round;
    Verdict verdict;
    std::array<std::uint64_t, 3> numbers;
    std::array<Name, 4> conditions; ///< the same kernel on two devices is two observations

    friend bool operator==(const RecordKey &, const RecordKey &) = default;
};

RecordKey keyOf(const MetricRow &row, std::uint32_t cell)
{
    return {cell,
            row.sample,
            row.round,
            row.verdict,
            {bitsOf(row.speedup), bitsOf(row.candidateMs), bitsOf(row.baselineMs)},
            {row.device, row.baseline, row.precision, row.protocol}};
}

std::uint64_t hashOf(const RecordKey &key)
{
    return hashOfNumbers({key.cell, static_cast<std::uint64_t>(key.sample),
                          static_cast<std::uint64_t>(key.round),
                          static_cast<std::uint64_t>(key.verdict), key.numbers[0], key.numbers[1]});
}

/// Returns the cells that several runs observed; only these can contain copies.
std::vector<bool> sharedCells(const RowIndex &index)
{
    std::vector<bool> out(index.cells.size(), false);
    std::vector<Name> runOf(index.cells.size());
    std::vector<bool> isSeen(index.cells.size(), false);
    for (const RowIndex::Entry &entry : index.entries) {
        if (!index.isConsidered(entry))
            continue;
        const Name run = index.settings[entry.setting].run;
        if (isSeen[entry.cell] && run != runOf[entry.cell])
            out[entry.cell] = true;
        isSeen[entry.cell] = true;
        runOf[entry.cell] = run;
    }
    return out;
}

/// Considered rows of shared cells, as indices. Rows without a time are separate, because rounded
/// speedups may be equal by chance.
struct SharedPlaces {
    std::vector<std::uint32_t> timed;
    std::vector<std::uint32_t> untimed;
};

SharedPlaces sharedPlaces(std::span<const MetricRow> rows, const RowIndex &index)
{
    SharedPlaces out;
    const std::vector<bool> isShared = sharedCells(index);
    for (std::uint32_t place = 0; place < rows.size(); ++place) {
        const RowIndex::Entry &entry = index.entries[place];
        if (isShared[entry.cell] && index.isConsidered(entry))
            (rows[place].candidateMs ? out.timed : out.untimed).push_back(place);
    }
    return out;
}

/// (the earlier run, the index of the later record)
using FoundCopy = std::pair<Name, std::uint32_t>;

std::vector<FoundCopy> equalRecords(std::span<const MetricRow> rows, const RowIndex &index,
                                    const std::vector<std::uint32_t> &places)
{
    std::vector<FoundCopy> out;
    PlaceTable table(places.size());
    for (const std::uint32_t place : places) {
        const RecordKey key = keyOf(rows[place], index.entries[place].cell);
        std::uint32_t &first = table.of(hashOf(key), [&](std::uint32_t other) {
            return key == keyOf(rows[other], index.entries[other].cell);
        });
        if (first == PlaceTable::none)
            first = place;
        else if (rows[first].run != rows[place].run)
            out.emplace_back(rows[first].run, place);
    }
    return out;
}

/// (the earlier run, the run that repeats it)
using CopiedRuns = std::set<std::pair<Name, Name>>;

/// Returns true if a record has no information beyond another record of the same round. An excerpt
/// may lack values or have an unknown verdict.
bool addsNothing(const MetricRow &row, const MetricRow &other)
{
    const auto isKnown = [](OptionalNumber<double> value, OptionalNumber<double> known) {
        return !value || value == known;
    };
    return isKnown(row.candidateMs, other.candidateMs) && isKnown(row.baselineMs, other.baselineMs)
        && isKnown(row.speedup, other.speedup)
        && (!isJudged(outcomeOf(row.verdict)) || row.verdict == other.verdict);
}

/// Adds the records of repeating runs that add nothing to the original records. `places` are the
/// candidates.
void addExcerpts(std::span<const MetricRow> rows, const RowIndex &index,
                 std::vector<std::uint32_t> places, const CopiedRuns &copiedRuns,
                 std::vector<std::uint32_t> &copies)
{
    const auto roundOf = [&](std::uint32_t place) {
        return std::tuple(index.entries[place].cell, rows[place].sample, rows[place].round);
    };
    std::ranges::sort(places, {}, [&](std::uint32_t place) {
        return std::tuple_cat(roundOf(place), std::tuple(place));
    });
    std::size_t begin = 0; // of the round
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (roundOf(places[i]) != roundOf(places[begin]))
            begin = i;
        const MetricRow &row = rows[places[i]];
        const auto before = std::span(places).subspan(begin, i - begin);
        const bool isExcerpt = std::ranges::any_of(before, [&](std::uint32_t other) {
            return copiedRuns.contains({rows[other].run, row.run}) && addsNothing(row, rows[other]);
        });
        if (isExcerpt)
            copies.push_back(places[i]);
    }
}

} // namespace

std::size_t removeCopies(std::span<const MetricRow> rows, RowIndex &index)
{
    SharedPlaces shared = sharedPlaces(rows, index);
    // Equal times identify the runs that were copied.
    std::vector<FoundCopy> equal = equalRecords(rows, index, shared.timed);
    if (equal.empty())
        return 0;
    CopiedRuns copiedRuns;
    for (const auto &[first, place] : equal)
        copiedRuns.emplace(first, rows[place].run);
    std::ranges::move(equalRecords(rows, index, shared.untimed), std::back_inserter(equal));
    std::vector<std::uint32_t> copies;
    for (const auto &[first, place] : equal) {
        if (copiedRuns.contains({first, rows[place].run}))
            copies.push_back(place);
    }
    std::vector<std::uint32_t> places = std::move(shared.timed);
    places.insert(places.end(), shared.untimed.begin(), shared.untimed.end());
    addExcerpts(rows, index, std::move(places), copiedRuns, copies);
    std::size_t count = 0;
    for (const std::uint32_t place : copies) {
        if (index.isConsidered(index.entries[place])) // else found both ways
            count += index.takeOut(index.entries[place]);
    }
    return count;
}

} // namespace loupe
