// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run/runtoresume.h"

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

} // namespace loupe
