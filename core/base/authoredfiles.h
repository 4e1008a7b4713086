// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/untrustedfolder.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Returns whether an entry of this name is never a result: hidden (".git", "._x.py", ".venv"), or
/// a folder that an archiver, Python or npm made ("__MACOSX", "__pycache__").
bool isIgnoredName(std::string_view name);

/// Returns whether the folder is a Python environment, of venv or of conda.
bool isPythonEnvironment(const std::filesystem::path &folder);

/// Name of a copy or a backup, taken apart.
struct CopyName {
    std::string original;           ///< "x.py" of "x (copy).py", "x-old.py", "x.py~"
    std::string mark;               ///< what was added: " (copy)", "-old", "~"
    bool isBehindExtension = false; ///< as in "x.py~"
};

/// Takes the name of a copy or a backup apart; nothing for any other name.
std::optional<CopyName> copyName(const std::string &fileName);

/// Returns the reason why the copy or backup `name` of `original` is left out.
std::string copyReason(const std::string &original, const std::string &mark);

struct AuthoredFiles {
    FolderContent content;                      ///< without what is ignored and without copies
    std::vector<std::filesystem::path> ignored; ///< a folder stands for all that is in it; sorted
    std::vector<NotWalked> copies;              ///< sorted

    /// "3 hidden or generated files and folders are ignored: …", with at most three names relative
    /// to `root`; empty where nothing is ignored.
    std::string ignoredText(const std::filesystem::path &root) const;
};

/// Walks a folder for the files that a method or an author wrote. A file named like a copy is left
/// out where its original lies in the same folder, unless `isOwnName` accepts its name. A backup of
/// a source or a list ("x.py~") is left out in any case. Errors as of walkFolder().
Result<AuthoredFiles>
authoredFiles(const std::filesystem::path &root, FolderWalk walk,
              const std::function<bool(const std::filesystem::path &file)> &isOwnName = {});

} // namespace loupe
