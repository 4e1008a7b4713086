// SPDX-License-Identifier: Apache-2.0
#include "core/base/median.h"
#include "core/integrity/goldensets.h"
#include "core/integrity/recordlooks.h"
#include "core/integrity/recordstates.h"
#include "core/model/device/devicewords.h"
#include "core/model/record/recordedname.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include <fmt/format.h>

namespace loupe {

namespace {

using outliers::minOthers;
using outliers::minTasks;
using outliers::orderOfMagnitude;

/// Minimum traffic that exceeds every cache, which is faster than any memory.
constexpr double minBytes = 0.5e9;

/// Returns the evaluations that were recorded on the device.
std::vector<RowId> evaluationsOn(std::span<const RecordedState> states, const std::string &device)
{
    StateList found;
    for (const RecordedState &state : states) {
        if (deviceWithoutRemark(state.device) == deviceWithoutRemark(device))
            found.push_back(&state);
    }
    return idsOf(found);
}

using PlaceList = std::vector<const GoldenSet *>;
/// Milliseconds of a task over the cases that all its places have.
using Totals = std::map<const GoldenSet *, double>;

/// Returns the places of each form of the baseline, only the first of copies. Two equal records do
/// not confirm each other. A device without a name cannot be compared.
std::map<std::string, PlaceList> distinctPlaces(const std::vector<GoldenSet> &places)
{
    std::map<std::string, PlaceList> out;
    for (const GoldenSet &place : places) {
        if (!isRecordedName(place.device))
            continue;
        PlaceList &known = out[place.baseline];
        const bool isKnown = std::ranges::any_of(
            known, [&](const GoldenSet *earlier) { return overlapOf(*earlier, place).isCopy(); });
        if (!isKnown)
            known.push_back(&place);
    }
    return out;
}

Totals totalsOf(const std::string &task, const PlaceList &places)
{
    std::optional<std::set<std::string>> common;
    for (const GoldenSet *place : places) {
        const auto list = place->tasks.find(task);
        if (list == place->tasks.end())
            continue;
        std::set<std::string> cases;
        for (const StoredGoldenRecord *each : list->second) {
            if (!common || common->count(each->record.caseName) != 0)
                cases.insert(each->record.caseName);
        }
        common = std::move(cases);
    }
    Totals out;
    if (!common || common->empty())
        return out;
    for (const GoldenSet *place : places) {
        const auto list = place->tasks.find(task);
        if (list == place->tasks.end())
            continue;
        double sum = 0;
        for (const StoredGoldenRecord *each : list->second)
            sum += common->count(each->record.caseName) != 0 ? each->record.milliseconds : 0.0;
        if (sum > 0)
            out[place] = sum;
    }
    return out;
}

/// Returns how much slower each place usually is than the others; 1 if too little is known.
std::map<const GoldenSet *, double> usualRatios(const std::map<std::string, Totals> &tasks)
{
    std::map<const GoldenSet *, std::vector<double>> logs;
    for (const auto &[task, totals] : tasks) {
        double sum = 0;
        for (const auto &[place, ms] : totals)
            sum += std::log(ms);
        for (const auto &[place, ms] : totals)
            logs[place].push_back(std::log(ms) - sum / static_cast<double>(totals.size()));
    }
    std::map<const GoldenSet *, double> out;
    for (const auto &[place, list] : logs)
        out[place] = list.size() < minTasks ? 1.0 : std::exp(medianOf(list));
    return out;
}

/// Returns the evaluations whose speedup is based on the task's records at this place.
std::vector<RowId> evaluationsAgainst(std::span<const RecordedState> states,
                                      const RecordedBaselines &baselines, const std::string &task,
                                      double total)
{
    StateList found;
    for (const RecordedState &state : states) {
        const auto range = baselines.of(state);
        if (taskKey(state.row.suite, state.row.task) == task && range && range->low <= total
            && total <= range->high)
            found.push_back(&state);
    }
    return idsOf(found);
}

RecordFinding outlier(const std::string &task, const GoldenSet &place, double ms,
                      const std::vector<double> &others, double factor)
{
    const double middle = medianOf(others);
    return recordFinding(
        "outlying_golden", FindingSeverity::Suspicion,
        fmt::format(
            "{}: the golden records of {} take {} ms, on {} other devices {} ms: {:.3g} times "
            "off the nearest of them, after correction for the usual ratio of the devices",
            taskText(task), place.text(), shortNumber(ms), others.size(), shortNumber(middle),
            factor),
        {{"ms", ms},
         {"median_of_others_ms", middle},
         {"others", static_cast<double>(others.size())},
         {"factor", factor}});
}

} // namespace

std::vector<RecordFinding> lookForCopiedGolden(const AuditedRecords &records)
{
    const std::vector<GoldenSet> places = goldenSets(records.golden);
    std::vector<RecordFinding> out;
    for (std::size_t i = 0; i < places.size(); ++i) {
        for (std::size_t j = i + 1; j < places.size(); ++j) {
            if (!places[i].isOtherThan(places[j]))
                continue;
            const GoldenOverlap overlap = overlapOf(places[i], places[j]);
            if (!overlap.isCopy())
                continue;
            out.push_back(recordFinding(
                "copied_golden", FindingSeverity::Suspicion,
                fmt::format("the golden records of {} and {} are the same to the last digit on "
                            "{} of {} tasks: one is a copy of the other",
                            places[i].text(), places[j].text(), overlap.equal, overlap.shared),
                {{"equal_tasks", overlap.equal}, {"shared_tasks", overlap.shared}},
                isRecordedName(places[j].device) ? evaluationsOn(records.states, places[j].device)
                                                 : std::vector<RowId>()));
        }
    }
    return out;
}

std::vector<RecordFinding> lookForImpossibleBandwidths(const AuditedRecords &records)
{
    std::vector<RecordFinding> out;
    for (const GoldenSet &place : goldenSets(records.golden)) {
        const auto sheet = sheetBandwidth(place.device);
        if (!sheet)
            continue;
        const StoredGoldenRecord *worst = nullptr;
        int impossible = 0;
        std::set<std::string> tasks;
        for (const auto &[task, list] : place.tasks) {
            for (const StoredGoldenRecord *each : list) {
                const double rate = each->record.gigabytesPerSecond.value_or(0);
                if (rate <= *sheet || rate * 1e6 * each->record.milliseconds < minBytes)
                    continue;
                ++impossible;
                tasks.insert(task);
                if (worst == nullptr || rate > *worst->record.gigabytesPerSecond)
                    worst = each;
            }
        }
        if (worst == nullptr)
            continue;
        out.push_back(recordFinding(
            "impossible_bandwidth", FindingSeverity::Suspicion,
            fmt::format("{} golden records of {} in {} tasks are faster than the {} GB/s of the "
                        "device's memory, up to {} GB/s ({})",
                        impossible, place.text(), tasks.size(), shortNumber(*sheet),
                        shortNumber(*worst->record.gigabytesPerSecond), worst->record.task),
            {{"records", impossible},
             {"tasks", static_cast<double>(tasks.size())},
             {"sheet_gigabytes_per_second", *sheet},
             {"highest_gigabytes_per_second", *worst->record.gigabytesPerSecond}}));
    }
    return out;
}

std::vector<RecordFinding> lookForOutlyingGolden(const AuditedRecords &records)
{
    const std::vector<GoldenSet> places = goldenSets(records.golden);
    const RecordedBaselines baselines(records.states);
    std::vector<RecordFinding> out;
    for (const auto &[baseline, distinct] : distinctPlaces(places)) {
        std::map<std::string, Totals> tasks;
        for (const GoldenSet *place : distinct) {
            for (const auto &[task, list] : place->tasks) {
                if (tasks.count(task) != 0)
                    continue;
                Totals totals = totalsOf(task, distinct);
                if (totals.size() > minOthers)
                    tasks[task] = std::move(totals);
            }
        }
        const auto usual = usualRatios(tasks);
        for (const auto &[task, totals] : tasks) {
            for (const auto &[place, ms] : totals) {
                std::vector<double> others;
                std::vector<double> recorded;
                for (const auto &[other, otherMs] : totals) {
                    if (other == place)
                        continue;
                    recorded.push_back(otherMs);
                    others.push_back(otherMs / usual.at(other));
                }
                const auto [least, most] = std::ranges::minmax(others);
                const double own = ms / usual.at(place);
                const double factor = own > most ? own / most : least / own;
                if (factor < orderOfMagnitude)
                    continue;
                out.push_back(outlier(task, *place, ms, recorded, factor));
                out.back().evaluations = evaluationsAgainst(records.states, baselines, task,
                                                            millisecondsOf(place->tasks.at(task)));
            }
        }
    }
    return out;
}

} // namespace loupe
