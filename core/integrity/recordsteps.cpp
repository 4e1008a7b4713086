// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/recordlooks.h"
#include "core/integrity/recordstates.h"

#include <algorithm>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Keeps the last of several attempts at one round, as everywhere else.
StateList lastAttempts(const StateList &trajectory)
{
    StateList out;
    for (const RecordedState *state : trajectory) {
        if (!out.empty() && out.back()->row.round == state->row.round)
            out.back() = state;
        else
            out.push_back(state);
    }
    return out;
}

RecordFinding noiseIncrease(const RecordedState &before, const RecordedState &after)
{
    const double from = *before.row.speedup;
    const double to = *after.row.speedup;
    return recordFinding(
        "noise_increase", FindingSeverity::Note,
        fmt::format("{}: speedup rose from {} in round {} to {} in round {} (x{:.4f}), "
                    "but the source is the same",
                    nameOf(after), shortNumber(from), before.row.round, shortNumber(to),
                    after.row.round, to / from),
        {{"speedup_before", from}, {"speedup_after", to}, {"ratio", to / from}},
        idsOf({&before, &after}));
}

std::string outcomesOf(const StateList &states)
{
    std::string out;
    for (const RecordedState *state : states) {
        if (!out.empty())
            out += ", ";
        out += fmt::format("round {} {}", state->row.round, name(outcomeOf(state->row.verdict)));
    }
    return out;
}

RecordFinding flaky(const StateList &states, FindingSeverity weight, std::string_view why)
{
    const auto correct = std::ranges::count_if(
        states, [](const RecordedState *state) { return isRecordedCorrect(*state); });
    return recordFinding(
        "flaky_outcome", weight,
        fmt::format("{}: {}: {}", nameOf(*states.front()), outcomesOf(states), why),
        {{"states", static_cast<double>(states.size())}, {"correct", static_cast<double>(correct)}},
        idsOf(states));
}

bool hasBothOutcomes(const StateList &states)
{
    const auto isRight = [](const RecordedState *state) { return isRecordedCorrect(*state); };
    return std::ranges::any_of(states, isRight) && !std::ranges::all_of(states, isRight);
}

/// Groups the states of a trajectory by source.
std::vector<StateList> sameSourceLists(const StateList &trajectory)
{
    std::vector<StateList> out;
    for (const RecordedState *state : trajectory) {
        const auto list = std::ranges::find_if(out, [&](const StateList &known) {
            return std::ranges::any_of(known, [&](const RecordedState *earlier) {
                return haveSameSource(*earlier, *state);
            });
        });
        if (list == out.end())
            out.push_back({state});
        else
            list->push_back(state);
    }
    return out;
}

/// Returns whether correct results were followed by a failure and then by correct ones again.
bool returnsToCorrect(const StateList &states)
{
    int changes = 0;
    bool wasRight = false;
    for (const RecordedState *state : states) {
        const bool isRight = isRecordedCorrect(*state);
        changes += isRight != wasRight ? 1 : 0;
        wasRight = isRight;
    }
    return changes >= 3; // to correct, away from it, and back
}

} // namespace

std::vector<RecordFinding> lookForNoiseIncreases(std::span<const RecordedState> states)
{
    std::vector<RecordFinding> out;
    for (const StateList &trajectory : judgedTrajectories(states)) {
        const StateList rounds = lastAttempts(trajectory);
        for (std::size_t i = 1; i < rounds.size(); ++i) {
            const RecordedState &before = *rounds[i - 1];
            const RecordedState &after = *rounds[i];
            if (!isRecordedCorrect(before) || !isRecordedCorrect(after)
                || !isTime(before.row.speedup) || !isTime(after.row.speedup))
                continue;
            if (*after.row.speedup > *before.row.speedup && haveSameSource(before, after))
                out.push_back(noiseIncrease(before, after));
        }
    }
    return out;
}

std::vector<RecordFinding> lookForFlakyOutcomes(std::span<const RecordedState> states)
{
    std::vector<RecordFinding> out;
    for (const StateList &trajectory : judgedTrajectories(states)) {
        bool isFlaky = false;
        for (const StateList &same : sameSourceLists(trajectory)) {
            if (!hasBothOutcomes(same))
                continue;
            isFlaky = true;
            out.push_back(
                flaky(same, FindingSeverity::Suspicion, "the outcome changed, the source did not"));
        }
        const StateList rounds = lastAttempts(trajectory);
        if (!isFlaky && returnsToCorrect(rounds))
            out.push_back(flaky(rounds, FindingSeverity::Note,
                                "right, then not, then right again, each time with another "
                                "source"));
    }
    return out;
}

} // namespace loupe
