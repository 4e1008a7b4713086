// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/files.h"
#include "core/base/result.h"
#include "core/model/verdict/diagnostic.h"
#include "core/model/verdict/verdict.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// Outcome of compiling one native source.
struct NativeBuild {
    Verdict verdict = Verdict::Correct; ///< or a NoBuild verdict
    std::string message;
    std::filesystem::path library; ///< in the cache, else in `folder`; empty if the build failed
    /// Holds the library if the cache could not store it; removed with the last copy.
    std::shared_ptr<const TemporaryFolder> folder;
    std::string cacheProblem; ///< why the cache could not store it; empty on success
    std::string log;          ///< compiler output, bounded
    std::vector<Diagnostic> diagnostics;
    double milliseconds = 0;
    bool fromCache = false;
};

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
