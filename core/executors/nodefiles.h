// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/executors/filemanifest.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace loupe {

/// Folders of a job's suite and submissions on a node.
struct NodePlaces {
    std::filesystem::path suite;
    std::vector<std::filesystem::path> submissions;
};

/// Files that jobs sent to this node. Each content is stored once, under its digest.
class NodeFiles
{
public:
    explicit NodeFiles(const std::filesystem::path &folder) : m_blobs(folder / "blobs") { }

    /// Reads a manifest and returns the digests of the files that are missing here.
    Result<std::vector<std::string>> expect(const Json &manifest);
    /// Adds a piece of a file. InvalidInput if the file was not requested or does not match its
    /// digest.
    Status take(const Json &message);
    /// Creates the expected trees below a job's folder.
    Result<NodePlaces> unpack(const std::filesystem::path &job) const;

private:
    std::filesystem::path blobFile(const std::string &digest) const { return m_blobs / digest; }
    bool isHere(const std::string &digest) const;

    std::filesystem::path m_blobs;
    std::vector<ManifestTree> m_trees;              ///< the suite first
    std::map<std::string, std::uint64_t> m_awaited; ///< size by digest
    std::string m_arriving;                         ///< digest
    std::string m_content;                          ///< received part of the file
};

} // namespace loupe
