// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/request/unfinishedrun.h"
#include "core/executors/job.h"

#include <filesystem>
#include <optional>
#include <string>

namespace loupe {

/// The jobs that this machine asked other places to do. Each is noted before the place hears of it
/// and forgotten once its results are home, so that one whose asker died is found again, even where
/// the store knows nothing of it yet. Job::preset says the place.
class AskedJobs
{
public:
    explicit AskedJobs(std::filesystem::path folder) : m_folder(std::move(folder)) { }
    /// Below the cache folder of programs.h.
    static Result<AskedJobs> ofThisMachine();

    Status note(const Job &job) const;
    void forget(const std::string &id) const;
    /// The newest for this store; of this name and place, where they are not empty.
    std::optional<Job> find(const std::filesystem::path &store, const std::string &name = {},
                            const std::string &place = {}) const;

private:
    std::filesystem::path m_folder;
};

/// The newest job in a folder of jobs that `fits`.
template <typename Fits>
std::optional<Job> newestJob(const std::filesystem::path &jobs, Fits fits)
{
    std::error_code failed;
    std::optional<Job> found;
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

/// As unfinishedRun(), and runs elsewhere whose asker died, also before the store had anything of
/// them; their request says the place.
Result<std::optional<UnfinishedRun>> unfinishedAnywhere(const std::filesystem::path &store,
                                                        const AskedJobs &asked);

} // namespace loupe
