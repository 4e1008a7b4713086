// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run/runtoresume.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace loupe {

Result<RunSummary> runToResume(const RunRequest &request, const StoredRuns &runs)
{
    if (!runs)
        return runs.error();
    const RunSummary *chosen = nullptr;
    for (const RunSummary &run : *runs) {
        const bool fits = request.name.empty()
            ? run.run.origin == "engine" && run.state != "finished"
            : run.run.name == request.name;
        if (fits && (chosen == nullptr || chosen->id < run.id))
            chosen = &run;
    }
    if (chosen == nullptr)
        return Error{Errc::NotFound,
                     request.name.empty() ? "the store holds no unfinished run"
                                          : "the store has no run named \"" + request.name + "\"",
                     request.store.string(), "start a new one without --resume"};
    return *chosen;
}

Result<int> countStored(const ResolvedRequest &resolved, const Run &run)
{
    const auto reader = StoreReader::open(resolved.request.store);
    if (!reader)
        return reader.error();
    const auto rows
        = (*reader)->metricRowsWithoutCosts({{FilterTerm{"run", FilterOp::Is, {run.name}}}}, {});
    if (!rows)
        return rows.error();
    std::set<std::tuple<std::string, std::string, int, int>> stored;
    for (const MetricRow &row : *rows) {
        if (row.run == run.name && outcomeOf(row.verdict) != Outcome::InfraError)
            stored.emplace(row.task.text(), row.method.text(), row.sample, row.round);
    }
    const auto isStored = [&](const PlanItem &item) {
        const Candidate &of = item.candidate;
        return stored.contains({of.task, of.method, of.sample, of.round});
    };
    return static_cast<int>(std::ranges::count_if(resolved.plan.items, isStored));
}

} // namespace loupe
