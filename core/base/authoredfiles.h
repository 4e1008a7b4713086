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

/// Returns true if an entry of this name is never a result: hidden (".git", "._x.py", ".venv"), or
/// a folder made by an archiver, Python or npm ("__MACOSX", "__pycache__").
bool isIgnoredName(std::string_view name);

/// Returns true if the folder is a Python environment of venv or conda.
bool isPythonEnvironment(const std::filesystem::path &folder);

/// Parsed name of a copy or a backup.
struct CopyName {
    std::string original;           ///< "x.py" of "x (copy).py", "x-old.py", "x.py~"
    std::string mark;               ///< added text: " (copy)", "-old", "~"
    bool isBehindExtension = false; ///< as in "x.py~"
};

/// Parses the name of a copy or a backup; nothing for any other name.
std::optional<CopyName> copyName(const std::string &fileName);

/// Returns the reason why the copy or backup `name` of `original` is left out.
std::string copyReason(const std::string &original, const std::string &mark);

struct AuthoredFiles {
    FolderContent content;                      ///< without ignored files and copies
    std::vector<std::filesystem::path> ignored; ///< sorted; a folder includes everything in it
    std::vector<NotWalked> copies;              ///< sorted

    /// Returns "3 hidden or generated files and folders are ignored: …", with at most three names
    /// relative to `root`; empty if nothing is ignored.
    std::string ignoredText(const std::filesystem::path &root) const;
};

/// Walks a folder for the files that a method or an author wrote. A file or folder named like a
/// copy is left out if its original lies in the same folder, unless `isOwnName` accepts its name. A
/// backup of a source or a list ("x.py~") and a folder "backup" are always left out. Errors as of
/// walkFolder().
Result<AuthoredFiles>
authoredFiles(const std::filesystem::path &root, FolderWalk walk,
              const std::function<bool(const std::filesystem::path &file)> &isOwnName = {});

} // namespace loupe
