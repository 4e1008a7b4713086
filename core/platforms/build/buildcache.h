// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/platforms/build/builtlibrary.h"

#include <filesystem>
#include <optional>
#include <string>

namespace loupe {

/// Builds by content: <folder>/<2 hex>/<key>.so and .json. Several processes may use one folder at
/// once; what is there is always whole.
class BuildCache
{
public:
    explicit BuildCache(std::filesystem::path folder) : m_folder(std::move(folder)) { }

    /// The build of that key, or nothing where there is none or it is damaged.
    std::optional<NativeBuild> find(const std::string &key) const;
    /// Keeps a build; `builtLibrary` is empty for a failed one. Returns it as found later. Where a
    /// whole one was kept meanwhile, that is returned and its library not touched: it may run.
    Result<NativeBuild> keep(const std::string &key, NativeBuild build,
                             const std::filesystem::path &builtLibrary) const;

private:
    std::filesystem::path path(const std::string &key, const char *extension) const;
    std::filesystem::path m_folder;
};

} // namespace loupe
