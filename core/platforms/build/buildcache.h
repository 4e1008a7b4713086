// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/platforms/build/builtlibrary.h"

#include <filesystem>
#include <optional>
#include <string>

namespace loupe {

/// Content-addressed cache of builds: <folder>/<2 hex>/<key>.so and .json. Several processes may
/// share a folder; entries are always complete.
class BuildCache
{
public:
    explicit BuildCache(std::filesystem::path folder) : m_folder(std::move(folder)) { }

    /// Returns the build with this key; nothing if it is missing or damaged.
    std::optional<NativeBuild> find(const std::string &key) const;
    /// Stores a build and returns it as find() does; `builtLibrary` is empty for a failed build. If
    /// another process stored one meanwhile, returns that and leaves its library, which may be in
    /// use, untouched.
    Result<NativeBuild> keep(const std::string &key, NativeBuild build,
                             const std::filesystem::path &builtLibrary) const;

private:
    std::filesystem::path path(const std::string &key, const char *extension) const;
    std::filesystem::path m_folder;
};

} // namespace loupe
