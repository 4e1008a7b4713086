// SPDX-License-Identifier: Apache-2.0
#include "core/base/filekind.h"

#include <array>
#include <climits>

#include <unistd.h>

namespace loupe {

const char *fileKind(mode_t mode)
{
    if (S_ISREG(mode))
        return "a regular file";
    if (S_ISDIR(mode))
        return "a folder";
    if (S_ISLNK(mode))
        return "a symbolic link";
    if (S_ISFIFO(mode))
        return "a named pipe";
    if (S_ISSOCK(mode))
        return "a socket";
    return "a device";
}

std::string linkTarget(int folder, const char *name)
{
    std::array<char, PATH_MAX> target{};
    const ssize_t length = ::readlinkat(folder, name, target.data(), target.size());
    return length <= 0 ? std::string() : std::string(target.data(), std::size_t(length));
}

} // namespace loupe
