// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/platforms/python/pythonhost.h"

#include <filesystem>
#include <optional>
#include <string>

namespace loupe {

/// What candidates in Python have compiled, or references, in a folder of their own: by the content
/// of their source and everything that the outcome depends on. The bytes of a candidate are only
/// ever given back to the sandboxed process of the very same source: it can spoil nothing but its
/// own entry. Thread-safe; several programs may use one folder.
class ArtifactCache
{
public:
    ArtifactCache(std::filesystem::path folder, const PythonEnvironment &environment,
                  const PythonSettings &settings);

    /// What the worker's `artifacts` said for this source; nothing where there is no entry.
    std::optional<std::string> find(const std::string &source) const;
    /// Keeps it; text that is none, or too long, is ignored.
    Status keep(const std::string &source, const Json &artifacts) const;

private:
    std::filesystem::path pathOf(const std::string &source) const;

    std::filesystem::path m_folder;
    std::string m_setting; ///< what besides the source decides the outcome
};

} // namespace loupe
