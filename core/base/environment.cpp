// SPDX-License-Identifier: Apache-2.0
#include "core/base/environment.h"

#include <cstdlib>

namespace loupe {

std::string environmentVariable(const char *name)
{
    const char *value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): it is never set here
    return value == nullptr ? std::string() : std::string(value);
}

std::filesystem::path userConfigFolder()
{
    const std::string config = environmentVariable("XDG_CONFIG_HOME");
    if (!config.empty())
        return std::filesystem::path(config) / "kernelloupe";
    const std::string home = environmentVariable("HOME");
    return home.empty() ? std::filesystem::path()
                        : std::filesystem::path(home) / ".config" / "kernelloupe";
}

} // namespace loupe
