// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/control/groupfiles.h"

#include "core/base/fd.h"
#include "core/sandbox/system/systemerror.h"

#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <unistd.h>

namespace loupe {

std::string groupText(const std::filesystem::path &file)
{
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

Status writeToGroup(const std::filesystem::path &file, const std::string &text)
{
    const Fd out(open(file.c_str(), O_WRONLY | O_CLOEXEC));
    if (!out || write(out.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()))
        return systemError("cannot set a limit", file.string());
    return {};
}

} // namespace loupe
