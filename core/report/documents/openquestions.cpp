// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/openquestions.h"

#include "core/analysis/rows/grouping.h"
#include "core/model/record/recordedname.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

using TaskName = std::pair<Name, Name>; // suite, task

/// Counts of missing data over all rows.
struct MissingCounts {
    std::size_t unknown = 0;
    std::size_t infraErrors = 0;
    std::size_t correct = 0;
    std::size_t untimed = 0;
    std::size_t flagged = 0;
    std::size_t demo = 0;
    std::size_t unsound = 0;
    std::size_t noDevice = 0;
    std::size_t noPrecision = 0;
    std::size_t noStrict = 0;
    std::size_t noCost = 0;
};

MissingCounts countMissing(std::span<const MetricRow> rows)
{
    MissingCounts out;
    for (const MetricRow &row : rows) {
        const Outcome outcome = outcomeOf(row.verdict);
        out.unknown += outcome == Outcome::Unknown ? 1 : 0;
        out.infraErrors += outcome == Outcome::InfraError ? 1 : 0;
        out.correct += outcome == Outcome::Correct ? 1 : 0;
        out.untimed += outcome == Outcome::Correct && !usableSpeedup(row) ? 1 : 0;
        out.flagged += row.isWithheld && outcome == Outcome::Correct ? 1 : 0;
        out.demo += row.isDemo ? 1 : 0;
        out.unsound += row.taskSound ? 0 : 1;
        out.noDevice += isRecordedName(row.device.text()) ? 0 : 1;
        out.noPrecision += row.precision.empty() ? 1 : 0;
        out.noStrict += outcomeOf(row.strictVerdict) == Outcome::Unknown ? 1 : 0;
        out.noCost += row.cost == RowCost() ? 1 : 0;
    }
    return out;
}

void addCount(std::vector<std::string> &out, std::size_t count, std::size_t of,
              const char *sentence)
{
    if (count > 0)
        out.push_back(fmt::format("{} of {} {}", count, of, sentence));
}

/// Adds tasks whose name has several definitions, or none.
void addTaskQuestions(std::span<const MetricRow> rows, std::vector<std::string> &out)
{
    std::map<TaskName, std::set<Name>> hashes;
    for (const MetricRow &row : rows)
        hashes[{row.suite, row.task}].insert(row.taskHash);
    std::size_t nameOnly = 0;
    std::size_t several = 0;
    for (const auto &[task, known] : hashes) {
        nameOnly += known.size() == 1 && known.begin()->empty() ? 1 : 0;
        several += known.size() > 1 ? 1 : 0;
    }
    addCount(out, nameOnly, hashes.size(),
             "tasks are known by name only; two runs may have used different tasks of one name.");
    addCount(out, several, hashes.size(),
             "task names have several definitions (hashes); their numbers mix different tasks.");
}

/// Adds methods of one suite with different judged tasks, whose rates have different denominators.
void addDenominatorQuestions(std::span<const MetricRow> rows, std::vector<std::string> &out)
{
    std::map<Name, std::map<Name, std::set<Name>>> tasks; // suite, method
    for (const MetricRow &row : rows) {
        if (isJudged(outcomeOf(row.verdict)))
            tasks[row.suite][row.method].insert(row.task);
    }
    for (const auto &[suite, methods] : tasks) {
        std::size_t fewest = methods.begin()->second.size();
        std::size_t most = fewest;
        bool differ = false;
        for (const auto &[method, judged] : methods) {
            fewest = std::min(fewest, judged.size());
            most = std::max(most, judged.size());
            differ = differ || judged != methods.begin()->second;
        }
        if (differ)
            out.push_back(
                fmt::format("In suite {} the {} methods were evaluated on different tasks ({} to "
                            "{} of them); their rates cover different task sets.",
                            suite.text(), methods.size(), fewest, most));
    }
}

/// Adds mixed devices and precisions, which do not belong to one experiment.
void addMixtureQuestions(std::span<const MetricRow> rows, std::vector<std::string> &out)
{
    std::map<Name, std::set<Name>> devices;
    for (const MetricRow &row : rows) {
        if (usableSpeedup(row) && isRecordedName(row.device.text()))
            devices[row.suite].insert(row.device);
    }
    for (const auto &[suite, names] : devices) {
        if (names.size() > 1)
            out.push_back(fmt::format("Speedups of suite {} come from {} devices; an average over "
                                      "them describes no single machine.",
                                      suite.text(), names.size()));
    }
}

} // namespace

std::vector<std::string> openQuestions(std::span<const MetricRow> rows)
{
    std::vector<std::string> out;
    const MissingCounts missing = countMissing(rows);
    const std::size_t all = rows.size();
    addCount(out, missing.unknown, all,
             "evaluations have no recorded outcome; they count neither as correct nor as failed.");
    addCount(out, missing.infraErrors, all,
             "evaluations failed because of the machine, not the candidate; resume their runs.");
    addCount(out, missing.untimed, missing.correct,
             "correct evaluations have no usable speedup; averages exclude them, and fast_p is a "
             "range.");
    addCount(
        out, missing.flagged, missing.correct,
        "correct evaluations are flagged: a finding of cheating is confirmed or not reviewed.");
    addCount(out, missing.demo, all, "evaluations are demonstration data.");
    addCount(out, missing.unsound, all, "evaluations have tasks that an audit found unsound.");
    addCount(out, missing.noStrict, all,
             "evaluations have no verdict by the strict rules: only the suite's own is recorded.");
    addCount(out, missing.noDevice, all, "evaluations have no recorded device.");
    addCount(out, missing.noPrecision, all, "evaluations have no recorded precision.");
    addCount(out, missing.noCost, all,
             "candidates have no recorded cost (tokens, requests, money, time to write them).");
    addTaskQuestions(rows, out);
    addDenominatorQuestions(rows, out);
    addMixtureQuestions(rows, out);
    return out;
}

} // namespace loupe
