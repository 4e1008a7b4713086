// SPDX-License-Identifier: Apache-2.0
#include "core/base/median.h"
#include "core/integrity/recordlooks.h"
#include "core/integrity/recordstates.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Maximum relative rounding of times; coarser ones may be equal by chance.
constexpr double coarsest = 0.01;
/// Maximum relative difference between a mean of ratios and the ratio of means.
constexpr double meansDiffer = 0.05;
/// Minimum factor that no choice of means explains.
constexpr double contradicts = 2.0;
/// Maximum number of names in a message.
constexpr std::size_t maxNames = 12;

bool isPreciseEnough(const RecordedRange &range)
{
    return range.high - range.low <= coarsest * range.middle();
}

/// Returns whether candidate and baseline have exactly the same time. Without times, returns
/// whether the speedup is exactly 1.
bool isExactlyOne(const MetricRow &row, const RecordedPrecision &precision)
{
    if (isTime(row.candidateMs) && isTime(row.baselineMs))
        return *row.candidateMs == *row.baselineMs && isPreciseEnough(precision.candidateMsOf(row));
    return isTime(row.speedup) && *row.speedup == 1.0 && isPreciseEnough(precision.speedupOf(row));
}

std::string tasksOf(const StateList &states)
{
    std::string out;
    for (std::size_t i = 0; i < std::min(states.size(), maxNames); ++i)
        out += fmt::format("{}{}", i == 0 ? "" : ", ", states[i]->row.task.text());
    if (states.size() > maxNames)
        out += fmt::format(" and {} more", states.size() - maxNames);
    return out;
}

/// Returns the factor between two ranges; 1 if they overlap.
double factorBetween(const RecordedRange &a, const RecordedRange &b)
{
    if (a.low > b.high && b.high > 0)
        return a.low / b.high;
    return b.low > a.high && a.high > 0 ? b.low / a.high : 1.0;
}

/// Returns whether one is clearly faster and the other clearly slower.
bool isOppositeSide(double a, double b)
{
    return std::max(a, b) > 1 + meansDiffer && std::min(a, b) < 1 / (1 + meansDiffer);
}

/// Speedups of one kernel on one device, by baseline.
using ScoresOfKernel = std::map<std::string, StateList>;

double speedupOf(const StateList &states)
{
    std::vector<double> all;
    for (const RecordedState *state : states)
        all.push_back(*state->row.speedup);
    return medianOf(all);
}

/// Returns the finding for two scores that cannot both hold.
RecordFinding contradiction(FindingSeverity weight, const RecordedState &one,
                            const RecordedState &other, const std::string &why)
{
    const auto over = [](const RecordedState &state) {
        const std::string baseline
            = state.baseline.empty() ? "a baseline that is not recorded" : state.baseline;
        return fmt::format("{} over {} (run {})", shortNumber(*state.row.speedup), baseline,
                           state.row.run);
    };
    return recordFinding("contradicting_scores", weight,
                         fmt::format("{} on {}: the same source has the speedups {} and {}: {}",
                                     nameOf(one), one.device, over(one), over(other), why),
                         {{"speedup", *one.row.speedup}, {"other_speedup", *other.row.speedup}},
                         idsOf({&one, &other}));
}

void findOppositeScores(const StateList &states, std::vector<RecordFinding> &out)
{
    const auto [least, most] = std::ranges::minmax_element(
        states, {}, [](const RecordedState *state) { return state->row.speedup.value_or(0); });
    const double low = *(*least)->row.speedup;
    const double high = *(*most)->row.speedup;
    if (isOppositeSide(low, high) && high / low >= contradicts)
        out.push_back(contradiction(FindingSeverity::Suspicion, **most, **least,
                                    "over one baseline on one device only one can be right"));
}

/// Ratio of two baselines, derived from the scores of one kernel.
struct BaselineRatio {
    double ratio = 1.0;
    const RecordedState *one = nullptr;
    const RecordedState *other = nullptr;
};

void findOutlyingRatios(const std::vector<BaselineRatio> &ratios, std::vector<RecordFinding> &out)
{
    std::vector<double> all;
    for (const BaselineRatio &each : ratios)
        all.push_back(each.ratio);
    const bool isKnown = all.size() >= outliers::minTasks;
    const double usual = isKnown ? medianOf(all) : 1.0;
    for (const BaselineRatio &each : ratios) {
        const double factor = std::max(each.ratio / usual, usual / each.ratio);
        if (factor < outliers::orderOfMagnitude)
            continue;
        const std::string why = isKnown
            ? fmt::format("one baseline would be {:.3g} times as fast as the other, on "
                          "the {} tasks it is {:.3g} times",
                          each.ratio, all.size(), usual)
            : fmt::format("one baseline would be {:.3g} times as fast as the other", each.ratio);
        out.push_back(contradiction(isKnown ? FindingSeverity::Suspicion : FindingSeverity::Note,
                                    *each.one, *each.other, why));
    }
}

} // namespace

std::vector<RecordFinding> lookForSpeedupsOfOne(std::span<const RecordedState> states)
{
    const RecordedPrecision precision(states);
    struct Run {
        StateList exact;
        int timed = 0;
    };
    std::map<std::string, Run> runs;
    for (const RecordedState &state : states) {
        if (!isTime(state.row.speedup))
            continue;
        Run &run = runs[state.row.run];
        ++run.timed;
        if (isExactlyOne(state.row, precision))
            run.exact.push_back(&state);
    }
    std::vector<RecordFinding> out;
    for (const auto &[name, run] : runs) {
        if (run.exact.empty())
            continue;
        out.push_back(recordFinding(
            "speedup_of_one", FindingSeverity::Note,
            fmt::format("run {}: {} of {} speedups are exactly 1, as of a time that was copied "
                        "from the reference: {}",
                        name, run.exact.size(), run.timed, tasksOf(run.exact)),
            {{"exactly_one", static_cast<double>(run.exact.size())}, {"speedups", run.timed}},
            idsOf(run.exact)));
    }
    return out;
}

std::vector<RecordFinding> lookForContradictingSpeedups(std::span<const RecordedState> states)
{
    const RecordedPrecision precision(states);
    std::vector<RecordFinding> out;
    for (const RecordedState &state : states) {
        const MetricRow &row = state.row;
        if (!isTime(row.speedup) || !isTime(row.candidateMs) || !isTime(row.baselineMs))
            continue;
        const RecordedRange candidate = precision.candidateMsOf(row);
        const RecordedRange baseline = precision.baselineMsOf(row);
        if (candidate.low <= 0)
            continue;
        const RecordedRange implied{baseline.low / candidate.high, baseline.high / candidate.low};
        const double factor = factorBetween(precision.speedupOf(row), implied);
        if (factor <= 1 + meansDiffer)
            continue;
        const double byTimes = *row.baselineMs / *row.candidateMs;
        const bool isGrave = factor >= contradicts || isOppositeSide(*row.speedup, byTimes);
        out.push_back(recordFinding(
            "contradicting_speedup", isGrave ? FindingSeverity::Suspicion : FindingSeverity::Note,
            fmt::format("{} in run {}: the recorded speedup is {}, the recorded times give {} "
                        "({} ms / {} ms)",
                        nameOf(state), row.run, shortNumber(*row.speedup), shortNumber(byTimes),
                        shortNumber(*row.baselineMs), shortNumber(*row.candidateMs)),
            {{"speedup", *row.speedup},
             {"by_times", byTimes},
             {"candidate_ms", *row.candidateMs},
             {"baseline_ms", *row.baselineMs}},
            {row.id}));
    }
    return out;
}

std::vector<RecordFinding> lookForContradictingScores(std::span<const RecordedState> states)
{
    std::map<std::tuple<std::string, std::string, std::string, std::string>, ScoresOfKernel>
        kernels;
    for (const RecordedState &state : states) {
        if (isTime(state.row.speedup) && isRecordedCorrect(state) && !state.sourceDigest.empty()
            && !isNoisy(state))
            kernels[{state.row.suite, state.device, state.row.task, state.sourceDigest}]
                   [state.baseline]
                       .push_back(&state);
    }
    std::vector<RecordFinding> out;
    std::map<std::tuple<std::string, std::string, std::string, std::string>,
             std::vector<BaselineRatio>>
        ratios; // by suite, device and the two baselines
    for (const auto &[key, scores] : kernels) {
        for (auto one = scores.begin(); one != scores.end(); ++one) {
            findOppositeScores(one->second, out);
            for (auto other = std::next(one); other != scores.end(); ++other)
                ratios[{std::get<0>(key), std::get<1>(key), one->first, other->first}].push_back(
                    {speedupOf(one->second) / speedupOf(other->second), one->second.front(),
                     other->second.front()});
        }
    }
    for (const auto &[key, list] : ratios)
        findOutlyingRatios(list, out);
    return out;
}

} // namespace loupe
