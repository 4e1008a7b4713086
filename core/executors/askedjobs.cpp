// SPDX-License-Identifier: Apache-2.0
#include "core/executors/askedjobs.h"

#include "core/engine/machine/programs.h"
#include "core/engine/request/precisiongroup.h"
#include "core/store/read/storereader.h"
#include "core/store/sqlite/writerlock.h"

#include <algorithm>
#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

/// Returns the names under which a job's run is stored: its own, or those of all precisions.
std::vector<std::string> namesOf(const std::string &job, const PrecisionGroup &group)
{
    if (group.run.empty())
        return {job};
    std::vector<std::string> names;
    names.reserve(group.precisions.size());
    for (const RunPrecision precision : group.precisions)
        names.push_back(partName(group.run, precision));
    return names;
}

/// Returns how many evaluations of the runs with these names need not be repeated.
Result<int> storedOf(const fs::path &store, const std::vector<std::string> &names)
{
    std::error_code missing;
    if (!fs::exists(store, missing))
        return 0;
    const StoredRuns runs = readRuns(store);
    if (!runs)
        return runs.error();
    int stored = 0;
    for (const RunSummary &run : *runs) {
        // The parts of a job that ran in other environments are "name (2)" and so on.
        if (std::ranges::any_of(names, [&](const std::string &name) {
                return run.run.name == name || run.run.name.starts_with(name + " (");
            }))
            stored += run.finished();
    }
    return stored;
}

} // namespace

Result<AskedJobs> AskedJobs::ofThisMachine()
{
    const auto programs = findPrograms();
    if (!programs)
        return programs.error();
    return AskedJobs(programs->cache / "asked");
}

Status AskedJobs::note(const NodeJob &job) const
{
    const JobFolder folder(m_folder / job.id);
    if (Status made = folder.create(); !made)
        return made;
    return folder.writeJob(job);
}

void AskedJobs::forget(const std::string &id) const
{
    std::error_code ignored;
    if (isJobId(id))
        fs::remove_all(m_folder / id, ignored);
}

std::optional<NodeJob> AskedJobs::find(const fs::path &store, const std::string &name,
                                       const std::string &place) const
{
    std::error_code failed;
    const std::string wanted = fs::absolute(store, failed).string();
    return newestJob(m_folder, [&](const NodeJob &job) {
        return job.store == wanted && (name.empty() || job.name == name)
            && (place.empty() || job.preset.place == place);
    });
}

std::string AskedJobs::findGroup(const fs::path &store, const std::vector<RunPrecision> &precisions,
                                 const std::string &place) const
{
    std::error_code failed;
    const std::string wanted = fs::absolute(store, failed).string();
    const auto job = newestJob(m_folder, [&](const NodeJob &each) {
        const PrecisionGroup &group = each.preset.request.partOf;
        return each.store == wanted && each.preset.place == place && !group.run.empty()
            && isSame(group, {group.run, precisions});
    });
    return job ? job->preset.request.partOf.run : std::string();
}

Result<std::optional<UnfinishedRun>> unfinishedAnywhere(const fs::path &store,
                                                        const AskedJobs &asked)
{
    const auto job = asked.find(store);
    if (!job)
        return unfinishedRun(store);
    if (WriterLock::isHeld(store))
        return std::optional<UnfinishedRun>(); // the requesting process is still running
    RunRequest request = job->preset.request;
    request.store = store;
    request.place = job->preset.place;
    // The noted job may be one precision of a run of several.
    const PrecisionGroup group = std::exchange(request.partOf, {});
    request.name = group.run.empty() ? job->name : group.run;
    if (!group.run.empty())
        request.python.precisions = group.precisions;
    const auto plan = makePlan(request);
    if (!plan)
        return plan.error();
    const auto stored = storedOf(store, namesOf(job->name, group));
    if (!stored)
        return stored.error();
    return std::optional(unfinishedOf(*plan, std::move(request), "interrupted", *stored));
}

} // namespace loupe
