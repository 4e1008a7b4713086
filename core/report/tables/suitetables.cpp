// SPDX-License-Identifier: Apache-2.0
#include "core/report/tables/suitetables.h"

#include <map>
#include <set>

#include <fmt/format.h>

namespace loupe {

Table suiteSpeedupTable(std::span<const SuiteSpeedupGroup> groups, const std::string &groupTitle)
{
    Table table;
    table.columns
        = {{"suite", false},  {groupTitle, false},   {"figure", false},    {"by the suite", true},
           {"ours", true},    {"tasks", true},       {"correct", true},    {"raw times", true},
           {"dropped", true}, {"other clock", true}, {"not counted", true}};
    std::set<SpeedupRule> rules;
    std::map<std::string, int> absences;
    for (const SuiteSpeedupGroup &group : groups) {
        const SuiteAggregate &counts = group.aggregate;
        rules.insert(group.rule);
        for (const auto &[why, count] : counts.absences)
            absences[why] += count;
        for (const SuiteFigure &figure : counts.figures) {
            table.rows.push_back(
                {group.suite, group.group, figure.name,
                 figure.value ? fmt::format("{:.4g}", *figure.value) : "–",
                 group.ourGeometricMean ? fmt::format("{:.4g}", *group.ourGeometricMean) : "–",
                 std::to_string(counts.tasks), std::to_string(counts.correct),
                 fmt::format("{} of {}", counts.correct - counts.missing, counts.correct),
                 std::to_string(counts.dropped), std::to_string(counts.otherClock),
                 std::to_string(counts.notCounted)});
        }
    }
    for (const SpeedupRule rule : rules) {
        table.caption += definition(rule);
        table.caption += " ";
    }
    table.caption
        += "ours = geometric mean over the timed correct of median baseline / median candidate. "
           "raw times = correct tasks with them, of all correct; figures use only these; missing "
           "times are not replaced. dropped = outside the suite's limits. other clock = of those "
           "used, without device events on both sides, by the run's own clock. Baseline: timed "
           "together with the candidate; if a record has only the candidate's times, the store's "
           "recorded reference times on the same device and inputs.";
    for (const auto &[why, count] : absences)
        table.caption += fmt::format(" Missing: {} of the correct ({}).", count, why);
    return table;
}

} // namespace loupe
