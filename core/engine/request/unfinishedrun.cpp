// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/unfinishedrun.h"

#include "core/base/json.h"
#include "core/engine/request/plan.h"
#include "core/engine/request/profile.h"
#include "core/store/read/storereader.h"

#include <algorithm>

namespace loupe {

namespace {

/// What requestFromProfile() leaves out because a run that is repeated has other candidates.
Status addCandidates(const std::string &profile, RunRequest &request)
{
    const auto json = parseJson(profile, "run profile");
    if (!json)
        return json.error();
    std::vector<JsonProblem> problems;
    const JsonReader reader(*json, "run profile", "", problems);
    for (const std::string &folder : reader.optionalStrings("candidates"))
        request.candidates.emplace_back(folder);
    if (reader.has("task_filter"))
        request.taskFilter = reader.requiredString("task_filter");
    if (reader.has("method"))
        request.method = reader.requiredString("method");
    if (reader.has("samples"))
        request.samples = static_cast<int>(reader.requiredInteger("samples"));
    if (reader.has("place"))
        request.place = reader.requiredString("place");
    request.fromFile.namesPlace = !request.place.empty() && request.place != "local";
    if (!problems.empty())
        return toError(problems);
    return {};
}

Error notResumable(const Run &run, std::string why, std::string hint)
{
    return {Errc::InvalidInput,
            "the run \"" + run.name + "\" cannot be resumed: " + std::move(why),
            "run profile",
            std::move(hint),
            {}};
}

} // namespace

Result<std::optional<UnfinishedRun>> unfinishedRun(const std::filesystem::path &store)
{
    const auto reader = StoreReader::open(store);
    if (!reader)
        return reader.error();
    const auto runs = (*reader)->runs();
    if (!runs)
        return runs.error();
    const RunSummary *newest = nullptr;
    for (const RunSummary &run : *runs) {
        if (run.run.origin == "engine" && (newest == nullptr || newest->id < run.id))
            newest = &run;
    }
    if (newest == nullptr || newest->state == "finished" || newest->state == "running")
        return std::optional<UnfinishedRun>();

    auto request = requestFromProfile(newest->run.profileJson);
    if (!request)
        return request.error();
    if (const Status added = addCandidates(newest->run.profileJson, *request); !added)
        return added.error();
    if (request->candidates.empty())
        return notResumable(newest->run, "its candidates came from stored evaluations",
                            "evaluate those again that are missing");
    request->store = store;
    request->name = newest->run.name;
    request->resume = true;
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
    const auto total = static_cast<int>(plan->items.size());
    const int stored = newest->evaluations - newest->infraErrors; // those are tried again
    return std::optional(UnfinishedRun{newest->run.name, newest->state, total,
                                       std::max(total - stored, 0), std::move(*request)});
}

} // namespace loupe
