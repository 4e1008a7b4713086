// SPDX-License-Identifier: Apache-2.0
#include "core/base/median.h"
#include "core/integrity/recordlooks.h"
#include "core/integrity/recordstates.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace loupe {

namespace {

using outliers::minOthers;
using outliers::minTasks;
using outliers::orderOfMagnitude;

/// Times of one item (a task's baseline, one source) at one place (run and device).
struct PlaceTimes {
    std::vector<double> ms;
    StateList states;
};
using Places = std::map<std::string, PlaceTimes>;
/// Times by item, because only the same item is compared.
using TimedThings = std::map<std::string, Places>;

std::string placeOf(const RecordedState &state)
{
    return fmt::format("{} (run {})", state.device, state.row.run);
}

void addTime(TimedThings &things, const std::string &thing, const RecordedState &state, double ms)
{
    PlaceTimes &place = things[thing][placeOf(state)];
    place.ms.push_back(ms);
    place.states.push_back(&state);
}

double meanLog(const Places &places)
{
    double sum = 0;
    for (const auto &[place, times] : places)
        sum += std::log(medianOf(times.ms));
    return sum / static_cast<double>(places.size());
}

/// Returns how much slower each place usually is than the others; 1 if too little is known. A
/// machine that is slow at everything is not an outlier.
std::map<std::string, double> usualRatios(const TimedThings &things)
{
    std::map<std::string, std::vector<double>> ratios;
    for (const auto &[thing, places] : things) {
        if (places.size() <= minOthers)
            continue;
        const double mean = meanLog(places);
        for (const auto &[place, times] : places)
            ratios[place].push_back(std::log(medianOf(times.ms)) - mean);
    }
    std::map<std::string, double> out;
    for (const auto &[place, logs] : ratios)
        out[place] = logs.size() < minTasks ? 1.0 : std::exp(medianOf(logs));
    return out;
}

/// Returns the factor by which a value exceeds all others, or is below them. nullopt if it is less
/// than an order of magnitude, or if there are too few others.
std::optional<double> beyondAll(double value, const std::vector<double> &others)
{
    if (others.size() < minOthers)
        return std::nullopt;
    const auto [least, most] = std::ranges::minmax(others);
    const double factor = value > most ? value / most : least / value;
    if (factor < orderOfMagnitude)
        return std::nullopt;
    return factor;
}

void findOutliers(const TimedThings &things, std::string_view what,
                  std::vector<RecordFinding> &findings)
{
    const std::map<std::string, double> usual = usualRatios(things);
    for (const auto &[thing, places] : things) {
        if (places.size() <= minOthers)
            continue;
        for (const auto &[place, times] : places) {
            const double ms = medianOf(times.ms);
            std::vector<double> others;
            std::vector<double> recorded;
            for (const auto &[other, otherTimes] : places) {
                if (other == place)
                    continue;
                recorded.push_back(medianOf(otherTimes.ms));
                others.push_back(recorded.back() / usual.at(other));
            }
            const auto factor = beyondAll(ms / usual.at(place), others);
            if (!factor)
                continue;
            const double middle = medianOf(recorded);
            findings.push_back(recordFinding(
                "outlying_time", FindingSeverity::Suspicion,
                fmt::format("{}: {} takes {} ms on {}; on the {} others {} ms: {:.3g} times off "
                            "the nearest of them, after correction for their usual ratio",
                            nameOf(*times.states.front()), what, shortNumber(ms), place,
                            recorded.size(), shortNumber(middle), *factor),
                {{"ms", ms},
                 {"median_of_others_ms", middle},
                 {"others", static_cast<double>(recorded.size())},
                 {"factor", *factor}},
                idsOf(times.states)));
        }
    }
}

/// Returns the speedup that is certainly reached: the largest lower end of the intervals if all are
/// known, else `speedup`.
double surelyAbove(const StateList &states, double speedup)
{
    std::optional<double> least;
    for (const RecordedState *state : states) {
        if (!isTime(state->speedupLow))
            return speedup;
        least = std::max(least.value_or(0), *state->speedupLow);
    }
    return least.value_or(speedup);
}

} // namespace

std::vector<RecordFinding> lookForOutlyingTimes(std::span<const RecordedState> states)
{
    const RecordedBaselines baselines(states);
    TimedThings references;
    TimedThings candidates;
    for (const RecordedState &state : states) {
        if (isNoisy(state))
            continue;
        const std::string task = state.row.suite + "\n" + state.row.task;
        if (const auto baseline = baselines.of(state); baseline && baseline->middle() > 0)
            addTime(references, task, state, baseline->middle());
        if (isTime(state.row.candidateMs) && isRecordedCorrect(state)
            && !state.sourceDigest.empty())
            addTime(candidates, task + "\n" + state.sourceDigest, state, *state.row.candidateMs);
    }
    std::vector<RecordFinding> out;
    findOutliers(references, "the baseline", out);
    findOutliers(candidates, "the same source", out);
    return out;
}

std::vector<RecordFinding> lookForOutlyingSpeedups(std::span<const RecordedState> states)
{
    struct TaskSpeedups {
        std::vector<double> speedups;
        StateList states;
    };
    // By run, suite and method, because their usual speedups are independent.
    std::map<std::tuple<std::string, std::string, std::string>, std::map<std::string, TaskSpeedups>>
        groups;
    for (const RecordedState &state : states) {
        const MetricRow &row = state.row;
        if (!isRecordedCorrect(state) || !isTime(row.speedup))
            continue;
        TaskSpeedups &task = groups[{row.run, row.suite, row.method}][row.task];
        task.speedups.push_back(*row.speedup);
        task.states.push_back(&state);
    }
    std::vector<RecordFinding> out;
    for (const auto &[key, tasks] : groups) {
        if (tasks.size() < minTasks)
            continue;
        std::vector<double> all;
        for (const auto &[name, task] : tasks)
            all.push_back(medianOf(task.speedups));
        const double usual = medianOf(all);
        for (const auto &[name, task] : tasks) {
            const double speedup = medianOf(task.speedups);
            const double factor
                = speedup > usual ? surelyAbove(task.states, speedup) / usual : usual / speedup;
            if (factor < orderOfMagnitude)
                continue;
            // A slow kernel gains nothing, and noise is not held against a kernel.
            const bool isSlow = speedup < usual;
            const bool mayBeNoise = std::ranges::all_of(
                task.states, [](const RecordedState *state) { return isNoisy(*state); });
            out.push_back(recordFinding(
                "outlying_speedup",
                isSlow || mayBeNoise ? FindingSeverity::Note : FindingSeverity::Suspicion,
                fmt::format("{}: speedup {}, {:.3g}× {} the median {} of the {} tasks of run {}",
                            nameOf(*task.states.front()), shortNumber(speedup), factor,
                            speedup > usual ? "above" : "below", shortNumber(usual), tasks.size(),
                            std::get<0>(key)),
                {{"speedup", speedup},
                 {"median_of_tasks", usual},
                 {"factor", factor},
                 {"tasks", static_cast<double>(tasks.size())}},
                idsOf(task.states)));
        }
    }
    return out;
}

} // namespace loupe
