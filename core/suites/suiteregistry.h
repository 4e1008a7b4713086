// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/suites/suitelayout.h"

#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// A suite on this machine, under a name.
struct RegisteredSuite {
    std::string name;
    std::filesystem::path folder; ///< absolute
    SuiteLayout layout = SuiteLayout::Native;
    bool isRegistered = true; ///< false: a folder that was given, with the first layout found
};

/// The suites a person has given names to, in one JSON file of theirs. Not safe against two
/// programs that change it in the same moment: the later one wins.
class SuiteRegistry
{
public:
    /// $XDG_CONFIG_HOME/kernelloupe/suites.json, or below ~/.config. Empty when neither variable
    /// nor HOME is set.
    static std::filesystem::path defaultFile();
    /// A file that does not exist is an empty registry. Corrupt when it is not one of ours.
    static Result<SuiteRegistry> load(const std::filesystem::path &file);

    const std::vector<RegisteredSuite> &suites() const { return m_suites; }
    /// nullptr when nothing has that name.
    const RegisteredSuite *find(const std::string &name) const;
    /// Busy when the name is taken by another folder; the same folder is noted anew.
    Status add(const RegisteredSuite &suite);
    /// NotFound when nothing has that name.
    Status remove(const std::string &name);
    /// Creates the folder when there is none.
    Status save() const;

private:
    std::filesystem::path m_file;
    std::vector<RegisteredSuite> m_suites; ///< sorted by name
};

/// What a person means by `--suite TEXT`: the name of a registered suite, or a folder. A folder of
/// several layouts gives the first. NotFound names the registered ones.
Result<RegisteredSuite> resolveSuite(const std::string &text);

} // namespace loupe
