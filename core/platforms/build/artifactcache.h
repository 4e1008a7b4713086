// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/platforms/python/pythonhost.h"

#include <filesystem>
#include <optional>
#include <string>

namespace loupe {

/// Cache of compiled artifacts of Python candidates, or of references in a folder of their own. The
/// key is the source's content and everything else that affects the outcome. A candidate's
/// artifacts are returned only to the sandboxed process of the identical source, so a candidate can
/// corrupt only its own entry. Thread-safe; several programs may share a folder.
class ArtifactCache
{
public:
    ArtifactCache(std::filesystem::path folder, const PythonEnvironment &environment,
                  const PythonSettings &settings);

    /// Returns the worker's `artifacts` for this source; nothing if there is no entry.
    std::optional<std::string> find(const std::string &source) const;
    /// Stores artifacts; ignores values that are no text or too long.
    Status keep(const std::string &source, const Json &artifacts) const;

private:
    std::filesystem::path pathOf(const std::string &source) const;

    std::filesystem::path m_folder;
    std::string m_setting; ///< everything except the source that affects the outcome
};

} // namespace loupe
