// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/system/descriptors.h"

#include "core/sandbox/system/systemerror.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace loupe {

namespace fs = std::filesystem;

Result<Pipe> makePipe()
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return systemError("cannot make a pipe");
    return Pipe{Fd(ends[0]), Fd(ends[1])};
}

std::vector<int> openDescriptors(int first)
{
    std::vector<int> open;
    std::error_code failed;
    fs::directory_iterator at("/proc/self/fd", failed);
    for (; !failed && at != fs::directory_iterator(); at.increment(failed)) {
        if (const int fd = std::atoi(at->path().filename().c_str()); fd >= first)
            open.push_back(fd);
    }
    return open; // also the iterator's own, which is closed by now and does no harm
}

void addCloseOpen(posix_spawn_file_actions_t &actions, int first)
{
    for (const int fd : openDescriptors(first))
        posix_spawn_file_actions_addclose(&actions, fd);
}

void addCloseFrom(posix_spawn_file_actions_t &actions, int first)
{
#if __GLIBC_PREREQ(2, 34)
    posix_spawn_file_actions_addclosefrom_np(&actions, first);
#else
    addCloseOpen(actions, first);
#endif
}

} // namespace loupe
