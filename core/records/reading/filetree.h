// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/importedfile.h"
#include "core/records/reading/readoptions.h"

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// The files that are read as one source of records.
struct FileTree {
    std::filesystem::path root;      ///< the folder, absolute; of a single file: the one it lies in
    std::vector<ImportedFile> files; ///< by name, relative to the root
    bool isSingleFile = false;

    const ImportedFile *find(std::string_view name) const;
    /// For messages: the root and the name.
    std::string place(const ImportedFile &file) const;
    /// SHA-256 over names and contents.
    std::string digest() const;
};

/// Reads a single file, or those below a folder whose names relative to it are `wanted`. Symbolic
/// links are not followed. NotFound when there is none; InvalidInput when there are too many or a
/// name is not UTF-8.
Result<FileTree> readFileTree(const std::filesystem::path &source,
                              const std::function<bool(std::string_view name)> &wanted,
                              const ReadOptions &options);

/// Whether a regular file below the folder has this property; looks at some thousand names at most.
bool anyFileBelow(const std::filesystem::path &folder,
                  const std::function<bool(const std::filesystem::path &file)> &property);

/// What is left of the last "/" and what is right of it.
std::string_view folderOf(std::string_view name);
std::string_view fileOf(std::string_view name);
/// "a" of "a.txt".
std::string_view stemOf(std::string_view name);

/// The last parts of an absolute path and of a name below it, outermost first: "output", "cuda" …
std::vector<std::string> pathParts(const std::filesystem::path &root, std::string_view name);

} // namespace loupe
