// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run/severalprecisions.h"

#include "core/base/digest.h"
#include "core/engine/request/precisiongroup.h"
#include "core/engine/request/profile.h"
#include "core/engine/request/requestedprecisions.h"
#include "core/engine/run/recorder.h"
#include "core/engine/run/runtoresume.h"

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

constexpr std::size_t jobDigits = 32;

/// Returns the name of the newest unfinished run of these precisions; empty if there is none.
std::string unfinishedGroup(const std::vector<RunPrecision> &precisions,
                            const std::vector<RunSummary> &runs)
{
    const RunSummary *newest = nullptr;
    std::string name;
    for (const RunSummary &run : runs) {
        if (run.run.origin != "engine" || (newest != nullptr && run.id < newest->id))
            continue;
        PrecisionGroup group = groupOf(run.run.profileJson);
        if (group.run.empty() || !isSame(group, {group.run, precisions})
            || !isUnfinished(group, runs))
            continue;
        newest = &run;
        name = std::move(group.run);
    }
    return name;
}

/// Returns the name of the unfinished run of the store or of the place. If these differ, the user
/// has to choose: store and place record no common time that tells which is newer.
Result<std::string> onlyUnfinished(const RunRequest &request,
                                   const std::vector<RunPrecision> &precisions,
                                   const StoredRuns &runs, const std::string &inProgress)
{
    std::string stored = unfinishedGroup(precisions, *runs);
    if (!stored.empty() && !inProgress.empty() && stored != inProgress)
        return Error{Errc::InvalidInput,
                     "two runs of the precisions " + precisionWords(precisions)
                         + " can be continued: \"" + stored + "\" of the store and \"" + inProgress
                         + "\", whose job is noted for " + request.place,
                     request.store.string(), "choose one of them: --name NAME --resume"};
    if (!stored.empty())
        return stored;
    if (!inProgress.empty())
        return inProgress;
    return Error{Errc::NotFound,
                 "the store holds no unfinished run of the precisions "
                     + precisionWords(precisions),
                 request.store.string(),
                 "start a new one without --resume, or name the one to continue: --name NAME "
                 "--resume"};
}

/// Returns the name of the run to resume.
Result<std::string> nameToResume(const RunRequest &request,
                                 const std::vector<RunPrecision> &precisions,
                                 const StoredRuns &runs, const std::string &inProgress)
{
    if (!runs)
        return runs.error();
    if (request.name.empty())
        return onlyUnfinished(request, precisions, runs, inProgress);
    if (isElsewhere(request)) // it may have begun there although nothing has arrived here
        return request.name;
    const bool isStored = std::ranges::any_of(precisions, [&](RunPrecision precision) {
        return storedPart(*runs, {request.name, precisions}, precision) != nullptr;
    });
    if (!isStored)
        return Error{Errc::NotFound,
                     "the store has no run named \"" + request.name + "\" of the precisions "
                         + precisionWords(precisions),
                     request.store.string(), "start a new one without --resume"};
    return request.name;
}

Result<std::string> nameOfGroup(const ResolvedRequest &resolved, const StoredRuns &runs,
                                const PlaceJobs &jobs)
{
    const RunRequest &request = resolved.request;
    if (request.resume)
        return nameToResume(request, resolved.plan.precisions, runs, jobs.groupInProgress);
    if (!request.name.empty())
        return request.name;
    std::vector<std::string> suffixes;
    for (const RunPrecision precision : resolved.plan.precisions)
        suffixes.push_back(partName({}, precision));
    return freeRunName(resolved.plan, runs, suffixes, jobs.names);
}

/// Sets what the store has of a part that is resumed.
Status setStored(const ResolvedRequest &resolved, const RunSummary &stored, PrecisionPart &part)
{
    const auto done = countStored(resolved, stored.run);
    if (!done)
        return done.error();
    part.isNew = false;
    part.id = stored.id;
    part.isFinished = stored.state == "finished";
    part.alreadyDone = *done;
    return {};
}

/// Returns an error if a new part has the name of a stored run. Shards of a job are parts of one
/// run.
Status checkName(const RunRequest &part, const StoredRuns &runs)
{
    const auto isNamed = [&](const RunSummary &run) { return run.run.name == part.name; };
    if (!part.job.empty() || !runs || std::ranges::none_of(*runs, isNamed))
        return {};
    return Error{Errc::InvalidInput, "the store has a run named \"" + part.name + "\" already",
                 part.store.string(), "choose another name with --name"};
}

} // namespace

bool isElsewhere(const RunRequest &request)
{
    return !request.place.empty() && request.place != "local";
}

Result<std::vector<PrecisionPart>> partsOf(const ResolvedRequest &resolved, const StoredRuns &runs,
                                           const PlaceJobs &jobs)
{
    auto group = nameOfGroup(resolved, runs, jobs);
    if (!group)
        return group.error();
    const PrecisionGroup all{std::move(*group), resolved.plan.precisions};
    std::vector<PrecisionPart> out;
    for (const RunPrecision precision : all.precisions) {
        PrecisionPart part{resolved.request};
        RunRequest &request = part.request;
        request.python.precisions = {precision};
        request.name = partName(all.run, precision);
        request.partOf = all;
        if (!request.job.empty()) // parts of a job with one id would become one run
            request.job
                = sha256Hex(request.job + "\n" + std::string(name(precision))).substr(0, jobDigits);
        const RunSummary *stored = request.resume ? storedPart(*runs, all, precision) : nullptr;
        const Status known
            = stored != nullptr ? setStored(resolved, *stored, part) : checkName(request, runs);
        if (!known)
            return known.error();
        request.resume = !part.isNew;
        out.push_back(std::move(part));
    }
    return out;
}

} // namespace loupe
