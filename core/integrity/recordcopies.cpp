// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/recordlooks.h"
#include "core/integrity/recordstates.h"

#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

std::uint64_t bitsOf(const std::optional<double> &value)
{
    return value ? std::bit_cast<std::uint64_t>(*value) : ~std::uint64_t{0};
}

/// Key of the exact values that two records of one observation share.
struct ObservedKey {
    std::array<Name, 7> names; ///< suite, task, method; device, baseline, precision, protocol
    std::array<std::uint64_t, 6> numbers; ///< sample, round, verdict and the three times

    friend bool operator==(const ObservedKey &, const ObservedKey &) = default;
};

struct ObservedKeyHash {
    std::size_t operator()(const ObservedKey &key) const noexcept
    {
        std::size_t out = 0;
        const auto mix = [&](std::size_t part) { out = (out ^ part) * 0x9e3779b97f4a7c15U; };
        for (const Name name : key.names)
            mix(std::hash<Name>()(name));
        for (const std::uint64_t number : key.numbers)
            mix(number);
        return out ^ (out >> 32U);
    }
};

ObservedKey keyOf(const MetricRow &row)
{
    return {
        {row.suite, row.task, row.method, row.device, row.baseline, row.precision, row.protocol},
        {static_cast<std::uint64_t>(row.sample), static_cast<std::uint64_t>(row.round),
         static_cast<std::uint64_t>(row.verdict), bitsOf(row.speedup), bitsOf(row.candidateMs),
         bitsOf(row.baselineMs)}};
}

/// Returns whether two states may have the same source; a source that is not stored may be the
/// other's.
bool mayShareSource(const RecordedState &first, const RecordedState &second)
{
    return first.sourceDigest.empty() || second.sourceDigest.empty()
        || first.sourceDigest == second.sourceDigest;
}

/// Records of one run that another one had recorded before.
struct RepeatedRecords {
    StateList states;
    bool isTimed = false; ///< one of them has a time; equal outcomes alone may be chance
};

/// Repeated records, by the first run and the one that repeats it.
using RepeatingRuns = std::map<std::pair<Name, Name>, RepeatedRecords>;

RepeatingRuns repeatingRuns(std::span<const RecordedState> states)
{
    RepeatingRuns out;
    std::unordered_map<ObservedKey, const RecordedState *, ObservedKeyHash> firsts;
    for (const RecordedState &state : states) {
        if (!isJudged(outcomeOf(state.row.verdict)))
            continue;
        const auto [first, isNew] = firsts.try_emplace(keyOf(state.row), &state);
        if (isNew || first->second->row.run == state.row.run
            || !mayShareSource(*first->second, state))
            continue;
        RepeatedRecords &repeated = out[{first->second->row.run, state.row.run}];
        repeated.states.push_back(&state);
        repeated.isTimed = repeated.isTimed || isTime(state.row.candidateMs);
    }
    return out;
}

/// Returns "run X (all_records.jsonl)", with the file if it is known.
std::string runText(Name run, const std::map<std::string, std::string> &files)
{
    const auto file = files.find(run.text());
    return file == files.end() || file->second.empty()
        ? fmt::format("run {}", run)
        : fmt::format("run {} ({})", run, file->second);
}

} // namespace

std::vector<RecordFinding> lookForRepeatedRecords(const AuditedRecords &records)
{
    const RepeatingRuns repeating = repeatingRuns(records.states);
    if (repeating.empty())
        return {};
    std::map<Name, std::size_t> sizes;
    for (const RecordedState &state : records.states)
        ++sizes[state.row.run];
    std::vector<RecordFinding> out;
    for (const auto &[runs, repeated] : repeating) {
        if (!repeated.isTimed)
            continue;
        const std::size_t copies = repeated.states.size();
        out.push_back(recordFinding(
            "recorded_twice", FindingSeverity::Note,
            fmt::format("{} of {} results of {} are recorded in {} already, with the same times "
                        "to the last digit: each counts once",
                        copies, sizes[runs.second], runText(runs.second, records.files),
                        runText(runs.first, records.files)),
            {{"copies", static_cast<double>(copies)},
             {"results", static_cast<double>(sizes[runs.second])}},
            idsOf(repeated.states)));
    }
    return out;
}

} // namespace loupe
