// SPDX-License-Identifier: Apache-2.0
#include "core/base/environment.h"

#include <cstdlib>
#include <utility>

namespace loupe {

std::string environmentVariable(const char *name)
{
    return variableIfSet(name).value_or(std::string());
}

std::optional<std::string> variableIfSet(const char *name)
{
    const char *value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): it is never set here
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

void passVariables(std::initializer_list<const char *> names,
                   std::map<std::string, std::string> &environment)
{
    for (const char *name : names) {
        if (auto value = variableIfSet(name))
            environment[name] = std::move(*value);
    }
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
