// SPDX-License-Identifier: Apache-2.0
#include "core/executors/jobserver.h"
#include "core/executors/pipedprocess.h"

namespace loupe {

Status startWorkProcess(const JobFolder &job)
{
    std::error_code failed;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", failed);
    if (failed)
        return Error{Errc::Io, "cannot find this program: " + failed.message(), {}, {}, {}};
    return startDetached({self.string(), "work", job.path().string()}, job.shardLog(1));
}

} // namespace loupe
