// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/suites/layout/suitelayout.h"

#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// Named suite on this machine.
struct RegisteredSuite {
    std::string name;
    std::filesystem::path folder; ///< absolute
    SuiteLayout layout = SuiteLayout::Native;
    bool isRegistered = true; ///< false: an unnamed folder, with its first layout
};

/// Suites named by the user, in one JSON file. Not safe against concurrent changes by two programs:
/// the later one wins.
class SuiteRegistry
{
public:
    /// Returns $XDG_CONFIG_HOME/kernelloupe/suites.json, or the same below ~/.config. Empty if
    /// neither variable nor HOME is set.
    static std::filesystem::path defaultFile();
    /// Reads the file; a missing file is an empty registry. Corrupt if the file is not a registry.
    static Result<SuiteRegistry> load(const std::filesystem::path &file);

    const std::vector<RegisteredSuite> &suites() const { return m_suites; }
    /// Returns nullptr if there is no such name.
    const RegisteredSuite *find(const std::string &name) const;
    /// Adds a suite, or updates the entry of the same folder. Busy if another folder has the name.
    Status add(const RegisteredSuite &suite);
    /// Removes a suite. NotFound if there is no such name.
    Status remove(const std::string &name);
    /// Writes the file; creates its folder if necessary.
    Status save() const;

private:
    std::filesystem::path m_file;
    std::vector<RegisteredSuite> m_suites; ///< sorted by name
};

/// Resolves `--suite TEXT`: the name of a registered suite, or a folder, with the first of its
/// layouts. NotFound lists the registered names.
Result<RegisteredSuite> resolveSuite(const std::string &text);

} // namespace loupe
