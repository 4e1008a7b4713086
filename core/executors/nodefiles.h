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

/// Where a job's suite and submissions lie on a node.
struct NodePlaces {
    std::filesystem::path suite;
    std::vector<std::filesystem::path> submissions;
};

/// The files that jobs brought to this node: each content is kept once, under its digest.
class NodeFiles
{
public:
    explicit NodeFiles(const std::filesystem::path &folder) : m_blobs(folder / "blobs") { }

    /// The digests of what a manifest names and is not here.
    Result<std::vector<std::string>> expect(const Json &manifest);
    /// A piece of a file. InvalidInput where nobody asked for it, or it is not what its digest
    /// says.
    Status take(const Json &message);
    /// Lays the expected trees out below the folder of a job.
    Result<NodePlaces> unpack(const std::filesystem::path &job) const;

private:
    std::filesystem::path blobFile(const std::string &digest) const { return m_blobs / digest; }
    bool isHere(const std::string &digest) const;

    std::filesystem::path m_blobs;
    std::vector<ManifestTree> m_trees;              ///< the suite first
    std::map<std::string, std::uint64_t> m_awaited; ///< size by digest
    std::string m_arriving;                         ///< digest
    std::string m_content;                          ///< of what arrives, so far
};

} // namespace loupe
