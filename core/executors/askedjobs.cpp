// SPDX-License-Identifier: Apache-2.0
#include "core/executors/askedjobs.h"

#include "core/engine/machine/programs.h"
#include "core/store/read/storereader.h"
#include "core/store/sqlite/writerlock.h"

namespace loupe {

namespace fs = std::filesystem;

namespace {

/// Returns how many evaluations of the runs named `name` need not be repeated.
Result<int> storedOf(const fs::path &store, const std::string &name)
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
        if (run.run.name == name || run.run.name.starts_with(name + " ("))
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
    request.name = job->name;
    request.place = job->preset.place;
    const auto plan = makePlan(request);
    if (!plan)
        return plan.error();
    const auto stored = storedOf(store, job->name);
    if (!stored)
        return stored.error();
    return std::optional(unfinishedOf(*plan, std::move(request), "interrupted", *stored));
}

} // namespace loupe
