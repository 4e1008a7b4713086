// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/python/modelhub.h"

#include "core/base/environment.h"

#include <string>

namespace loupe {

namespace fs = std::filesystem;

fs::path modelHub()
{
    if (std::string hub = environmentVariable("HF_HUB_CACHE"); !hub.empty())
        return hub;
    if (const std::string all = environmentVariable("HF_HOME"); !all.empty())
        return fs::path(all) / "hub";
    if (const std::string cache = environmentVariable("XDG_CACHE_HOME"); !cache.empty())
        return fs::path(cache) / "huggingface/hub";
    const std::string home = environmentVariable("HOME");
    return home.empty() ? fs::path() : fs::path(home) / ".cache/huggingface/hub";
}

fs::path modelFolder(const fs::path &hub, std::string_view name)
{
    std::string folder = "models--";
    for (const char c : name)
        folder.append(c == '/' ? "--" : std::string_view(&c, 1));
    return hub / folder;
}

std::optional<fs::path> ownersAlone(const fs::path &folder)
{
    std::error_code failed;
    fs::recursive_directory_iterator at(folder, failed);
    for (; !failed && at != fs::recursive_directory_iterator(); at.increment(failed)) {
        const fs::file_status status = at->status(failed); // of a link's target
        const fs::perms needed = fs::is_directory(status)
            ? fs::perms::others_read | fs::perms::others_exec
            : fs::perms::others_read;
        if (fs::exists(status) && (status.permissions() & needed) != needed)
            return at->path();
        failed.clear(); // a dangling link has no permissions to check
    }
    return std::nullopt;
}

} // namespace loupe
