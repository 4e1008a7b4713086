// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/unfinishedrun.h"

#include "core/base/result.h"
#include "core/engine/request/profile.h"
#include "core/store/read/storereader.h"

#include <algorithm>

namespace loupe {

namespace {

Error notResumable(const Run &run, std::string why, std::string hint)
{
    return Error{Errc::InvalidInput,
                 "the run \"" + run.name + "\" cannot be resumed: " + std::move(why), "run profile",
                 std::move(hint)};
}

} // namespace

UnfinishedRun unfinishedOf(const Plan &plan, RunRequest request, std::string state, int stored)
{
    const auto total = static_cast<int>(plan.items.size());
    request.resume = true;
    return {request.name, std::move(state), total, std::max(total - stored, 0), std::move(request)};
}

Result<std::optional<UnfinishedRun>> unfinishedRun(const std::filesystem::path &store)
{
    const StoredRuns runs = readRuns(store);
    if (!runs)
        return runs.error();
    const RunSummary *newest = nullptr;
    for (const RunSummary &run : *runs) {
        if (run.run.origin == "engine" && (newest == nullptr || newest->id < run.id))
            newest = &run;
    }
    if (newest == nullptr || newest->state == "finished" || newest->state == "running")
        return std::optional<UnfinishedRun>();

    auto request = requestToGoOn(newest->run.profileJson);
    if (!request)
        return request.error();
    if (request->candidates.empty())
        return notResumable(newest->run, "its candidates came from stored evaluations",
                            "evaluate the missing ones with kloupe rerun");
    request->store = store;
    request->name = newest->run.name;
    request->fromFile.source = "the stored run \"" + newest->run.name + "\"";
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
        unfinishedOf(*plan, std::move(*request), newest->state, newest->finished()));
}

} // namespace loupe
