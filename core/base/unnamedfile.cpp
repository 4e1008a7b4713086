// SPDX-License-Identifier: Apache-2.0
#include "core/base/unnamedfile.h"

#include <filesystem>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace loupe {

namespace fs = std::filesystem;

bool hasRoomForTemporary(std::uintmax_t bytes)
{
    constexpr std::uintmax_t minThatFit = 4;
    std::error_code failed;
    const fs::path folder = fs::temp_directory_path(failed);
    if (failed)
        return false;
    const fs::space_info space = fs::space(folder, failed);
    return !failed && space.available / minThatFit >= bytes;
}

std::optional<Fd> openUnnamedFile(std::uintmax_t bytes)
{
    if (!hasRoomForTemporary(bytes))
        return std::nullopt;
    std::error_code failed;
    std::string name = (fs::temp_directory_path(failed) / "loupe-text.XXXXXX").string();
    Fd fd(::mkostemp(name.data(), O_CLOEXEC));
    if (!fd)
        return std::nullopt;
    ::unlink(name.c_str());
    return fd;
}

} // namespace loupe
