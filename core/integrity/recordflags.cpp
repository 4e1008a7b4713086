// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/recordlooks.h"
#include "core/integrity/recordstates.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Returns the states of each run that have the flag.
std::map<std::string, StateList> flaggedByRun(std::span<const RecordedState> states,
                                              std::string_view flag)
{
    std::map<std::string, StateList> out;
    for (const RecordedState &state : states) {
        if (std::ranges::find(state.flags, flag) != state.flags.end())
            out[state.row.run].push_back(&state);
    }
    return out;
}

} // namespace

std::vector<RecordFinding> lookForScoresWithoutCode(std::span<const RecordedState> states)
{
    std::vector<RecordFinding> out;
    for (const auto &[run, list] : flaggedByRun(states, "score_without_code")) {
        out.push_back(
            recordFinding("score_without_code", FindingSeverity::Suspicion,
                          fmt::format("run {}: {} records have a score but no code (the text "
                                      "\"None\"): the recorded source was not scored",
                                      run, list.size()),
                          {{"records", static_cast<double>(list.size())}}, idsOf(list)));
    }
    return out;
}

std::vector<RecordFinding> lookForExcessiveSpeedups(std::span<const RecordedState> states)
{
    std::vector<RecordFinding> out;
    for (const auto &[run, list] : flaggedByRun(states, "excessive_speedup")) {
        for (const RecordedState *state : list) {
            RecordFinding finding = recordFinding(
                "excessive_speedup", FindingSeverity::Suspicion,
                fmt::format("{} in run {}: the suite's own harness remarked that it is more than "
                            "ten times as fast as the reference",
                            nameOf(*state), run),
                {}, {state->row.id});
            if (state->row.speedup)
                finding.numbers.emplace_back("speedup", *state->row.speedup);
            if (state->row.candidateMs)
                finding.numbers.emplace_back("candidate_ms", *state->row.candidateMs);
            out.push_back(std::move(finding));
        }
    }
    return out;
}

} // namespace loupe
