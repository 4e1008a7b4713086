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

/// One file that a node needs.
struct ManifestFile {
    std::string path; ///< below the tree, as isSafePath() wants it
    std::string sha256;
    std::uint64_t size = 0;
};

/// A folder, or a single file, that a node needs.
struct ManifestTree {
    std::string root;                ///< the one name that all paths begin with
    std::vector<ManifestFile> files; ///< by path
};

/// What a manifest lists, to be sent by its digest.
struct ListedTree {
    ManifestTree tree;
    std::filesystem::path folder;                       ///< of `files`; or the one file
    std::map<std::string, std::filesystem::path> files; ///< by digest
    std::map<std::string, std::string> texts;           ///< by digest: what is in no file
    std::vector<NotWalked> leftOut; ///< links out of the folder, named pipes, …
};

/// Most that one manifest may list.
inline constexpr std::size_t mostManifestFiles = 100'000;
inline constexpr std::uint64_t mostManifestBytes = std::uint64_t{8} << 30;
inline constexpr std::uint64_t largestManifestFile = std::uint64_t{1} << 30;

/// The content of a listed file.
Result<std::string> readListed(const ListedTree &tree, const std::filesystem::path &file);

/// Whether a path of somebody else stays below the folder it is put into: relative, of names only,
/// neither "." nor "..", at most 1024 bytes.
bool isSafePath(const std::string &path);

enum class TreeKind { Suite, Submissions };

/// Lists the regular files below a folder, or the file, without what authoredFiles() ignores:
/// hidden names and Python environments. A link that stays in the folder is listed as the file that
/// it leads to. Of a suite the commit that is checked out is said by a .git/HEAD of our own: it may
/// be the suite's version. InvalidInput above the limits.
Result<ListedTree> listTree(const std::filesystem::path &path, TreeKind kind);

Json toJson(const ManifestTree &tree);
/// From somebody who may be hostile: refuses unsafe paths, paths that are not below the root, one
/// path twice or as file and folder, digests that are none, and more than the limits.
Result<ManifestTree> manifestTreeFromJson(const Json &json);

} // namespace loupe
