// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run/keptbaselines.h"

#include "core/base/json.h"
#include "core/engine/contract/jsontext.h"
#include "core/model/record/furtherbaseline.h"

#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

using TimedTask = std::pair<std::string, std::string>; ///< name, hash

/// Returns the tasks that have a time over the baseline under its conditions.
std::set<TimedTask> timedTasks(std::span<const StoredGoldenRecord> stored,
                               const FurtherBaseline &baseline)
{
    std::set<TimedTask> out;
    for (const StoredGoldenRecord &each : stored) {
        if (each.record.source != furtherSource || each.record.baseline != baseline.name)
            continue;
        const auto json = parseJson(each.record.originalRecord.toString(), "reference time");
        if (json && textAt(*json, "conditions") == baseline.conditions)
            out.emplace(each.record.task, textAt(*json, "task"));
    }
    return out;
}

/// Claims the item's task on each of its shapes. Returns false if its own one was claimed before.
bool claimShapes(const PlanItem &item, const std::string &baseline, BaselineLedger &ledger)
{
    if (item.benchmark != nullptr) {
        for (const BenchmarkTask &shape : item.benchmark->otherShapes)
            ledger.claim(baseline, ledgerName(shape));
    }
    return ledger.claim(baseline, item.task->name);
}

} // namespace

std::vector<std::string> keepTimes(std::span<const StoredGoldenRecord> stored,
                                   std::span<const PlanItem> items, BaselineLedger &ledger)
{
    std::map<std::string, const PlanItem *> tasks; // an item of each, by name
    for (const PlanItem &item : items)
        tasks.emplace(item.task->name, &item);
    std::vector<std::string> out;
    for (const FurtherBaseline &baseline : ledger.baselines()) {
        const std::set<TimedTask> timed = timedTasks(stored, baseline);
        int kept = 0;
        for (const auto &[task, item] : tasks) {
            const std::string &hash = item->task->hash;
            if (!hash.empty() && timed.contains({task, hash}))
                kept += claimShapes(*item, baseline.name, ledger) ? 1 : 0;
        }
        if (kept > 0)
            out.push_back(fmt::format("{}: {} of {} tasks timed before, kept", baseline.kind, kept,
                                      tasks.size()));
    }
    return out;
}

} // namespace loupe
