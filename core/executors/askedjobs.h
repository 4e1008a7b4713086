// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/request/unfinishedrun.h"
#include "core/executors/job.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// Journal of the jobs that this machine requested elsewhere. A job is noted before its place
/// receives it and forgotten once its results are stored. Thus it is found even if the requesting
/// process died before the store knew of it. NodeJob::preset names the place.
class AskedJobs
{
public:
    explicit AskedJobs(std::filesystem::path folder) : m_folder(std::move(folder)) { }
    /// Opens the journal below the cache folder of programs.h.
    static Result<AskedJobs> ofThisMachine();

    Status note(const NodeJob &job) const;
    void forget(const std::string &id) const;
    /// Returns the newest job for this store, restricted to `name` and `place` unless they are
    /// empty.
    std::optional<NodeJob> find(const std::filesystem::path &store, const std::string &name = {},
                                const std::string &place = {}) const;
    /// Returns the name of the newest run of these precisions of which a part is noted for this
    /// store and place; empty if there is none.
    std::string findGroup(const std::filesystem::path &store,
                          const std::vector<RunPrecision> &precisions,
                          const std::string &place) const;

private:
    std::filesystem::path m_folder;
};

/// Returns the newest job in a folder of jobs that `fits` accepts.
template <typename Fits>
std::optional<NodeJob> newestJob(const std::filesystem::path &jobs, Fits fits)
{
    std::error_code failed;
    std::optional<NodeJob> found;
    std::filesystem::file_time_type newest;
    for (const auto &entry : std::filesystem::directory_iterator(jobs, failed)) {
        auto job = JobFolder(entry.path()).readJob();
        if (!job || !fits(*job))
            continue;
        const auto time = std::filesystem::last_write_time(entry.path() / "job.json", failed);
        if (!found || time > newest) {
            found = std::move(*job);
            newest = time;
        }
    }
    return found;
}

/// Extends unfinishedRun() by runs elsewhere whose requesting process died, even before the store
/// had any of their results. Their request names the place.
Result<std::optional<UnfinishedRun>> unfinishedAnywhere(const std::filesystem::path &store,
                                                        const AskedJobs &asked);

} // namespace loupe
