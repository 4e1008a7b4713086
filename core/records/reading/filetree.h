// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/sharedtext.h"
#include "core/model/record/importedfile.h"
#include "core/records/reading/readoptions.h"

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Files that form one source of records.
struct FileTree {
    std::filesystem::path root;      ///< absolute folder; for a single file its parent
    std::vector<ImportedFile> files; ///< by name, relative to the root
    bool isSingleFile = false;

    const ImportedFile *find(std::string_view name) const;
    /// Returns the root and the name, for messages.
    std::string place(const ImportedFile &file) const;
    /// Returns the SHA-256 of names and contents.
    std::string digest() const;
};

/// Returns the SHA-256 of a file's content as hexadecimal digits. Its memory is given back piece by
/// piece.
std::string contentDigest(const SharedText &content);

/// Reads a single file, or the files below a folder whose relative names are `wanted`. Symbolic
/// links are not followed. NotFound if there is none; InvalidInput if there are too many or a name
/// is not UTF-8.
Result<FileTree> readFileTree(const std::filesystem::path &source,
                              const std::function<bool(std::string_view name)> &wanted,
                              const ReadOptions &options);

/// Returns true if a regular file below the folder has this property. Checks at most a few thousand
/// names.
bool anyFileBelow(const std::filesystem::path &folder,
                  const std::function<bool(const std::filesystem::path &file)> &property);

/// Return the parts before and after the last "/".
std::string_view folderOf(std::string_view name);
std::string_view fileOf(std::string_view name);
/// Returns "a" for "a.txt".
std::string_view stemOf(std::string_view name);

/// Returns the last parts of an absolute path and of a name below it, outermost first: "output",
/// "cuda" …
std::vector<std::string> pathParts(const std::filesystem::path &root, std::string_view name);

} // namespace loupe
