// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/roofline.h"
#include "core/integrity/recordlooks.h"
#include "core/integrity/recordstates.h"

#include <cmath>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Describes an invalid recorded time or speedup; empty if it is valid.
std::string impossibleNumber(const std::optional<double> &value, std::string_view what)
{
    if (!value || isTime(value))
        return {};
    return fmt::format("{} is recorded as {}", what, *value);
}

/// Minimum plausible time, 10 nanoseconds: a few instructions of any processor.
constexpr double minPossibleMs = 1e-5;

std::string nextToNothing(const RecordedState &state)
{
    if (!isTime(state.row.candidateMs) || *state.row.candidateMs >= minPossibleMs)
        return {};
    return fmt::format("the candidate's time is recorded as {} ms, less than any call takes",
                       shortNumber(*state.row.candidateMs));
}

std::string impossibleTime(const RecordedState &state)
{
    for (std::string why : {impossibleNumber(state.row.candidateMs, "the candidate's time"),
                            impossibleNumber(state.row.baselineMs, "the baseline's time"),
                            impossibleNumber(state.row.speedup, "the speedup")}) {
        if (!why.empty())
            return why;
    }
    return {};
}

/// Compares with the ceilings measured on the run's own device, if there are any.
std::string physicsEvidence(const RecordedState &state)
{
    if (!state.work || !isTime(state.row.candidateMs))
        return {};
    if (!state.work->evidence.empty())
        return state.work->evidence;
    // Operations would need the fastest rate of any type, which is not stored, so only bytes count
    // here.
    return fasterThanPhysics(*state.work, std::nullopt, *state.row.candidateMs,
                             state.row.baselineMs);
}

RecordFinding impossible(const RecordedState &state, FindingSeverity weight, const std::string &why)
{
    RecordFinding out = recordFinding(
        "impossible_time", weight,
        fmt::format("{}, round {}: {}", nameOf(state), state.row.round, why), {}, {state.row.id});
    const auto add = [&](const char *what, const std::optional<double> &value) {
        if (value)
            out.numbers.emplace_back(what, *value);
    };
    add("candidate_ms", state.row.candidateMs);
    add("baseline_ms", state.row.baselineMs);
    add("speedup", state.row.speedup);
    if (state.work) {
        add("compulsory_bytes", state.work->compulsoryBytes);
        add("bandwidth", state.work->bandwidth);
    }
    return out;
}

} // namespace

std::vector<RecordFinding> lookForMissingTimes(std::span<const RecordedState> states)
{
    struct Speedups {
        StateList withoutTime;
        int all = 0;
        int withoutCandidate = 0;
        int withoutBaseline = 0;
    };
    std::map<std::string, Speedups> runs;
    for (const RecordedState &state : states) {
        if (!state.row.speedup)
            continue;
        Speedups &run = runs[state.row.run];
        ++run.all;
        run.withoutCandidate += state.row.candidateMs ? 0 : 1;
        run.withoutBaseline += state.row.baselineMs ? 0 : 1;
        if (!state.row.candidateMs || !state.row.baselineMs)
            run.withoutTime.push_back(&state);
    }
    std::vector<RecordFinding> out;
    for (const auto &[name, run] : runs) {
        if (run.withoutTime.empty())
            continue;
        out.push_back(recordFinding(
            "missing_time", FindingSeverity::Note,
            fmt::format("run {}: of {} speedups, {} have no time of the candidate and {} none of "
                        "the baseline: they cannot be calculated again",
                        name, run.all, run.withoutCandidate, run.withoutBaseline),
            {{"speedups", run.all},
             {"without_candidate_time", run.withoutCandidate},
             {"without_baseline_time", run.withoutBaseline}},
            idsOf(run.withoutTime)));
    }
    return out;
}

std::vector<RecordFinding> lookForImpossibleTimes(std::span<const RecordedState> states)
{
    std::vector<RecordFinding> out;
    for (const RecordedState &state : states) {
        if (const std::string why = impossibleTime(state); !why.empty())
            out.push_back(impossible(state, FindingSeverity::Proof, why));
        else if (const std::string evidence = physicsEvidence(state); !evidence.empty())
            out.push_back(impossible(state, FindingSeverity::Suspicion, evidence));
        else if (const std::string nothing = nextToNothing(state); !nothing.empty())
            out.push_back(impossible(state, FindingSeverity::Suspicion, nothing));
    }
    return out;
}

} // namespace loupe
