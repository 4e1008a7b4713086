// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/recordlooks.h"
#include "core/integrity/recordstates.h"
#include "core/model/device/devicewords.h"
#include "core/model/record/recordedname.h"

#include <algorithm>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Usual maximum difference of a baseline that is measured again on the same device.
constexpr double baselineTolerance = 0.05;
/// Minimum factor that no drift of a machine explains.
constexpr double suspiciousFactor = 2.0;
/// Maximum relative difference of two devices' times that may be the same number, rounded.
constexpr double sameNumber = 1e-4;
/// Minimum number of equal times; fewer may be chance.
constexpr std::size_t minEqualTasks = 5;
/// Minimum fraction of the tasks shared by two devices that must have equal times.
constexpr double minEqualBaselines = 0.9;

struct TimedState {
    const RecordedState *state = nullptr;
    RecordedRange range;
};

RecordFinding differentBaseline(const std::vector<TimedState> &times, const TimedState &least,
                                const TimedState &most)
{
    const double factor = most.range.middle() / least.range.middle();
    const auto where = [](const TimedState &time) {
        return fmt::format("{} ms (run {}, round {})", shortNumber(time.range.middle()),
                           time.state->row.run, time.state->row.round);
    };
    StateList states;
    for (const TimedState &time : times)
        states.push_back(time.state);
    const RecordedState &any = *least.state;
    // A baseline that was measured with each candidate varies with the machine like the candidate,
    // so that their ratio is valid.
    const bool isPaired = least.state->isMeasuredHere && most.state->isMeasuredHere;
    const auto weight = factor < suspiciousFactor || isPaired ? FindingSeverity::Note
                                                              : FindingSeverity::Suspicion;
    return recordFinding(
        "different_baseline", weight,
        fmt::format("{} {} on {}: speedups are from a baseline{} of {} and of {}: x{:.4g} "
                    "lies in the denominator alone",
                    any.row.suite, any.row.task, any.device,
                    any.baseline.empty() ? "" : " \"" + any.baseline + "\"", where(least),
                    where(most), factor),
        {{"least_ms", least.range.middle()}, {"most_ms", most.range.middle()}, {"factor", factor}},
        idsOf(states));
}

/// Baselines of one device, by task (suite and name); the first if a task has several.
using DeviceBaselines = std::map<std::string, TimedState>;

bool isSameNumber(const RecordedRange &a, const RecordedRange &b)
{
    const double larger = std::max(a.high, b.high);
    return std::max(a.low, b.low) - std::min(a.high, b.high) <= sameNumber * larger;
}

/// Returns whether a range is narrow enough to be compared; a wide one would meet any other.
bool isPrecise(const RecordedRange &range)
{
    return range.low > 0 && range.high - range.low <= 2 * sameNumber * range.middle();
}

std::optional<RecordFinding> copiedBaseline(const std::string &one, const DeviceBaselines &ofOne,
                                            const std::string &other,
                                            const DeviceBaselines &ofOther)
{
    std::size_t shared = 0;
    StateList states;
    for (const auto &[task, time] : ofOne) {
        const auto found = ofOther.find(task);
        if (found == ofOther.end())
            continue;
        ++shared;
        if (isSameNumber(time.range, found->second.range)) {
            states.push_back(time.state);
            states.push_back(found->second.state);
        }
    }
    const std::size_t equal = states.size() / 2;
    if (equal < minEqualTasks
        || static_cast<double>(equal) < minEqualBaselines * static_cast<double>(shared))
        return std::nullopt;
    return recordFinding(
        "copied_baseline", FindingSeverity::Suspicion,
        fmt::format("{} and {}: of {} tasks that both have, {} have the same baseline "
                    "time: measured on two devices, times never agree so well",
                    one, other, shared, equal),
        {{"shared_tasks", static_cast<double>(shared)},
         {"equal_times", static_cast<double>(equal)}},
        idsOf(states));
}

} // namespace

std::vector<RecordFinding> lookForDifferentBaselines(std::span<const RecordedState> states)
{
    const RecordedBaselines baselines(states);
    // By suite, task, device and the baseline's name, which must all have one time.
    std::map<std::tuple<std::string, std::string, std::string, std::string>,
             std::vector<TimedState>>
        groups;
    for (const RecordedState &state : states) {
        if (!state.row.speedup)
            continue;
        // Without a name, only baselines of one run may be the same.
        const bool isNamed = isRecordedName(state.device) && isRecordedName(state.baseline);
        const std::string place
            = isNamed ? state.device : fmt::format("run {}", state.row.run.text());
        if (const auto range = baselines.of(state))
            groups[{state.row.suite, state.row.task, place, state.baseline}].push_back(
                {&state, *range});
    }
    std::vector<RecordFinding> out;
    for (const auto &[key, times] : groups) {
        // The two that certainly differ have the lowest upper and the highest lower end.
        const auto least = std::ranges::min_element(
            times, {}, [](const TimedState &time) { return time.range.high; });
        const auto most = std::ranges::max_element(
            times, {}, [](const TimedState &time) { return time.range.low; });
        if (most->range.low > least->range.high * (1 + baselineTolerance))
            out.push_back(differentBaseline(times, *least, *most));
    }
    return out;
}

std::vector<RecordFinding> lookForForeignBaselines(std::span<const RecordedState> states)
{
    std::map<std::tuple<std::string, std::string, std::string>, StateList> groups;
    for (const RecordedState &state : states) {
        if (state.row.speedup && isRecordedName(state.device)
            && namesOtherDevice(state.baseline, state.device))
            groups[{state.row.run, state.device, state.baseline}].push_back(&state);
    }
    std::vector<RecordFinding> out;
    for (const auto &[key, list] : groups) {
        const RecordedState &any = *list.front();
        out.push_back(
            recordFinding("foreign_baseline", FindingSeverity::Suspicion,
                          fmt::format("run {}: {} speedups of {} are against a baseline recorded "
                                      "as \"{}\", which is another device",
                                      any.row.run, list.size(), any.device, any.baseline),
                          {{"speedups", static_cast<double>(list.size())}}, idsOf(list)));
    }
    return out;
}

std::vector<RecordFinding> lookForCopiedBaselines(std::span<const RecordedState> states)
{
    const RecordedBaselines baselines(states);
    std::map<std::string, DeviceBaselines> devices;
    for (const RecordedState &state : states) {
        const auto range = baselines.of(state);
        if (range && isPrecise(*range) && isRecordedName(state.device))
            devices[deviceWithoutRemark(state.device)].try_emplace(
                state.row.suite + "\n" + state.row.task, TimedState{&state, *range});
    }
    std::vector<RecordFinding> out;
    for (auto one = devices.begin(); one != devices.end(); ++one) {
        for (auto other = std::next(one); other != devices.end(); ++other) {
            if (auto copied = copiedBaseline(one->first, one->second, other->first, other->second))
                out.push_back(std::move(*copied));
        }
    }
    return out;
}

} // namespace loupe
