// SPDX-License-Identifier: Apache-2.0
#include "core/engine/storeaudit.h"

#include "core/base/nearest.h"

#include <algorithm>
#include <map>
#include <utility>

namespace loupe {

namespace {

/// Only the states of the run; NotFound where the store has no such run.
Status keepStatesOf(StoreReader &reader, const std::string &name,
                    std::vector<RecordedState> &states)
{
    const auto runs = reader.runs();
    if (!runs)
        return runs.error();
    std::vector<std::string> names;
    for (const RunSummary &summary : *runs)
        names.push_back(summary.run.name);
    if (std::ranges::find(names, name) == names.end())
        return Error{Errc::NotFound,
                     "the store has no run named \"" + name + "\"",
                     "--run",
                     hintWithNearest(name, names, "kloupe runs STORE lists them"),
                     {}};
    std::erase_if(states, [&](const RecordedState &state) { return state.row.run.text() != name; });
    return {};
}

} // namespace

Result<StoreAudit> auditStore(StoreReader &reader, const std::string &run)
{
    auto states = reader.recordedStates(Filter());
    if (!states)
        return std::move(states).error();
    if (!run.empty()) {
        if (Status kept = keepStatesOf(reader, run, *states); !kept)
            return std::move(kept).error();
    }
    const auto golden = reader.goldenRecords({});
    if (!golden)
        return golden.error();
    return StoreAudit{states->size(), golden->size(), auditRecords(*states, *golden)};
}

Status keepAudit(StoreWriter &writer, const std::string &run, const StoreAudit &audit)
{
    std::map<RowId, std::vector<Finding>> byEvaluation;
    for (const RecordFinding &found : audit.findings) {
        for (const RowId id : found.evaluations)
            byEvaluation[id].push_back(found.finding);
    }
    return writer.recordAudit(run, byEvaluation);
}

} // namespace loupe
