// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/base/untrustedfolder.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace loupe {

/// File that a node needs.
struct ManifestFile {
    std::string path; ///< within the tree; isSafePath() holds
    std::string sha256;
    std::uint64_t size = 0;
};

/// Folder, or single file, that a node needs.
struct ManifestTree {
    std::string root;                ///< first component of all paths
    std::vector<ManifestFile> files; ///< by path
};

/// Tree of a manifest with the sources of its content.
struct ListedTree {
    ManifestTree tree;
    std::filesystem::path folder;                       ///< parent of `files`, or the single file
    std::map<std::string, std::filesystem::path> files; ///< by digest
    std::map<std::string, std::string> texts;           ///< by digest: content that is in no file
    std::vector<NotWalked> leftOut; ///< links out of the folder, named pipes, …
};

/// Limits of one manifest.
inline constexpr std::size_t maxManifestFiles = 100'000;
inline constexpr std::uint64_t maxManifestBytes = std::uint64_t{8} << 30;
inline constexpr std::uint64_t maxManifestFileBytes = std::uint64_t{1} << 30;

/// Returns the content of a listed file.
Result<std::string> readListed(const ListedTree &tree, const std::filesystem::path &file);

/// Returns true if an untrusted path stays below its target folder: relative, only names, neither
/// "." nor "..", at most 1024 bytes.
bool isSafePath(const std::string &path);

enum class TreeKind { Suite, Submissions };

/// Lists a file, or the regular files below a folder, without those that authoredFiles() ignores
/// (hidden names, Python environments). A link within the folder is listed as its target. For a
/// suite, a generated .git/HEAD states the checked-out commit, which may be the suite's version.
/// InvalidInput above the limits.
Result<ListedTree> listTree(const std::filesystem::path &path, TreeKind kind);

Json toJson(const ManifestTree &tree);
/// Reads a manifest from an untrusted sender. Refuses unsafe paths, paths outside the root,
/// duplicate paths, a path that is both file and folder, malformed digests, and trees above the
/// limits.
Result<ManifestTree> manifestTreeFromJson(const Json &json);

} // namespace loupe
