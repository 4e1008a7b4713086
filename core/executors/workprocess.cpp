// SPDX-License-Identifier: Apache-2.0
#include "core/executors/jobserver.h"
#include "core/sandbox/child/pipedprocess.h"

namespace loupe {

Status startWorkProcess(const JobFolder &job, const SandboxChoice &sandbox)
{
    std::error_code failed;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", failed);
    if (failed)
        return Error{Errc::Io, "cannot find this program: " + failed.message()};
    // The user that reached this machine by ssh has already accepted the job's settings.
    std::vector<std::string> argv{self.string(), "work", job.path().string(), "--accept-settings"};
    for (std::string &option : sandboxOptions(sandbox))
        argv.push_back(std::move(option));
    return startDetached(argv, job.shardLog(1));
}

} // namespace loupe
