// SPDX-License-Identifier: Apache-2.0
#include "core/executors/nodefiles.h"

#include "core/base/base64.h"
#include "core/base/digest.h"
#include "core/base/files.h"
#include "core/engine/contract/jsontext.h"

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t maxTrees = 1000;

Error refusedFile(std::string why)
{
    return {Errc::InvalidInput, std::move(why), "blob"};
}

Status layOut(const ManifestTree &tree, const fs::path &blobs, const fs::path &folder)
{
    for (const ManifestFile &file : tree.files) {
        const fs::path target = folder / file.path;
        std::error_code failed;
        fs::create_directories(target.parent_path(), failed);
        if (!failed)
            fs::copy_file(blobs / file.sha256, target, fs::copy_options::overwrite_existing,
                          failed);
        if (failed)
            return Error{Errc::Io, "cannot write a file of the job: " + failed.message(),
                         target.string(), "free some space on the node"};
    }
    return {};
}

} // namespace

bool NodeFiles::isHere(const std::string &digest) const
{
    std::error_code failed;
    return fs::is_regular_file(blobFile(digest), failed);
}

Result<std::vector<std::string>> NodeFiles::expect(const Json &manifest)
{
    const auto trees = manifest.find("trees");
    if (!m_trees.empty() || trees == manifest.end() || !trees->is_array() || trees->size() < 2
        || trees->size() > maxTrees)
        return refusedFile("a manifest lists a suite and submissions, once");
    std::uint64_t bytes = 0;
    for (const Json &each : *trees) {
        auto tree = manifestTreeFromJson(each);
        if (!tree)
            return std::move(tree).error();
        for (const ManifestFile &file : tree->files) {
            bytes += file.size;
            if (!isHere(file.sha256))
                m_awaited[file.sha256] = file.size;
        }
        m_trees.push_back(std::move(*tree));
    }
    if (bytes > maxManifestBytes)
        return refusedFile("the files are too large together");
    std::error_code failed;
    fs::create_directories(m_blobs, failed);
    if (failed)
        return Error{Errc::Io, "cannot keep files on the node: " + failed.message(),
                     m_blobs.string(), "set KLOUPE_CACHE to a folder that can be written"};
    std::vector<std::string> out;
    out.reserve(m_awaited.size());
    for (const auto &[digest, size] : m_awaited)
        out.push_back(digest);
    return out;
}

Status NodeFiles::take(const Json &message)
{
    const std::string digest = textAt(message, "sha256");
    const auto awaited = m_awaited.find(digest);
    if (awaited == m_awaited.end())
        return refusedFile("this file was not requested");
    if (m_arriving != digest) {
        m_arriving = digest;
        m_content.clear();
    }
    const auto bytes = fromBase64(textAt(message, "data"));
    if (!bytes)
        return refusedFile("the data are not base64");
    if (m_content.size() + bytes->size() > awaited->second)
        return refusedFile("the file is longer than the manifest says");
    m_content += *bytes;
    const auto last = message.find("last");
    if (last == message.end() || *last != true)
        return {};
    if (m_content.size() != awaited->second || sha256Hex(m_content) != digest)
        return refusedFile("the file does not match its digest");
    if (Status kept = writeFileAtomic(blobFile(digest), m_content); !kept)
        return kept;
    m_awaited.erase(awaited);
    m_arriving.clear();
    m_content = std::string();
    return {};
}

Result<NodePlaces> NodeFiles::unpack(const fs::path &job) const
{
    if (m_trees.empty() || !m_awaited.empty())
        return refusedFile("files of the job are missing");
    NodePlaces out;
    for (std::size_t i = 0; i < m_trees.size(); ++i) {
        const fs::path folder
            = i == 0 ? job / "suite" : job / "submissions" / std::to_string(i - 1);
        if (Status laid = layOut(m_trees[i], m_blobs, folder); !laid)
            return laid.error();
        if (i == 0)
            out.suite = folder / m_trees[i].root;
        else
            out.submissions.push_back(folder / m_trees[i].root);
    }
    return out;
}

} // namespace loupe
