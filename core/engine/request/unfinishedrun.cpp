// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/unfinishedrun.h"

#include "core/base/result.h"
#include "core/engine/request/precisiongroup.h"
#include "core/engine/request/profile.h"
#include "core/store/read/storereader.h"
#include "core/store/sqlite/writerlock.h"

#include <algorithm>

namespace loupe {

namespace {

Error notResumable(const Run &run, std::string why, std::string hint)
{
    return Error{Errc::InvalidInput,
                 "the run \"" + run.name + "\" cannot be resumed: " + std::move(why), "run profile",
                 std::move(hint)};
}

/// State of a stored run; for a part of several precisions, that of all parts.
struct StoredProgress {
    std::string name;
    std::string state;
    int finished = 0;
    std::vector<RunPrecision> precisions = {}; ///< of a run of several
};

StoredProgress progressOf(const RunSummary &newest, const std::vector<RunSummary> &runs,
                          bool hasWriter)
{
    const PrecisionGroup group = groupOf(newest.run.profileJson);
    if (group.run.empty())
        return {newest.run.name, newest.state, newest.finished()};
    StoredProgress out{group.run, newest.state, 0, group.precisions};
    for (const RunPrecision precision : group.precisions) {
        const RunSummary *part = storedPart(runs, group, precision);
        out.finished += part == nullptr ? 0 : part->finished();
    }
    if (newest.state == "finished" && isUnfinished(group, runs))
        // Before the next precision began. The lock is held until the last one has ended.
        out.state = hasWriter ? "running" : "interrupted";
    return out;
}

} // namespace

UnfinishedRun unfinishedOf(const Plan &plan, RunRequest request, std::string state, int stored)
{
    const auto total = static_cast<int>(plan.items.size() * countOfRuns(plan));
    request.resume = true;
    return {request.name, std::move(state), total, std::max(total - stored, 0), std::move(request)};
}

Result<std::optional<UnfinishedRun>> unfinishedRun(const std::filesystem::path &store)
{
    // Tested before reading, so that a run that ends in between is read as it ended.
    const bool hasWriter = WriterLock::isHeld(store);
    const StoredRuns runs = readRuns(store);
    if (!runs)
        return runs.error();
    const RunSummary *newest = nullptr;
    for (const RunSummary &run : *runs) {
        if (run.run.origin == "engine" && (newest == nullptr || newest->id < run.id))
            newest = &run;
    }
    if (newest == nullptr)
        return std::optional<UnfinishedRun>();
    const StoredProgress progress = progressOf(*newest, *runs, hasWriter);
    if (progress.state == "finished" || progress.state == "running")
        return std::optional<UnfinishedRun>();

    auto request = requestToGoOn(newest->run.profileJson);
    if (!request)
        return request.error();
    if (request->candidates.empty())
        return notResumable(newest->run, "its candidates came from stored evaluations",
                            "evaluate the missing ones with kloupe rerun");
    request->store = store;
    request->name = progress.name;
    if (!progress.precisions.empty())
        request->python.precisions = progress.precisions;
    request->fromFile.source = "the stored run \"" + progress.name + "\"";
    const auto plan = makePlan(*request);
    if (!plan)
        return plan.error();
    const auto profile = parseProfile(newest->run.profileJson);
    if (!profile)
        return profile.error();
    if (profile->suiteHash != plan->suiteHash())
        return notResumable(newest->run, "its suite has changed since it began",
                            "restore the suite, or start a new run");
    return std::optional(
        unfinishedOf(*plan, std::move(*request), progress.state, progress.finished));
}

} // namespace loupe
