// SPDX-License-Identifier: Apache-2.0
#include "core/executors/filemanifest.h"

#include "core/base/authoredfiles.h"
#include "core/base/digest.h"
#include "core/base/fieldlisting.h"
#include "core/suites/layout/checkout.h"

#include <algorithm>
#include <set>
#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t maxPathLength = 1024;

Error refusedTree(const fs::path &where, std::string why)
{
    return {Errc::InvalidInput, std::move(why), where.string(), "name a smaller folder"};
}

bool isDigest(const std::string &text)
{
    return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

Status addFile(const fs::path &file, const std::string &name, ListedTree &out)
{
    const auto content = readListed(out, file);
    if (!content)
        return content.error();
    const std::string digest = sha256Hex(*content);
    out.tree.files.push_back({name, digest, content->size()});
    out.files[digest] = file;
    return {};
}

Status addBelow(const fs::path &folder, const std::string &root, ListedTree &out)
{
    FolderWalk walk;
    walk.links = FolderLinks::Within;
    // Hidden and generated files are neither tasks nor submissions; an environment takes gigabytes.
    walk.enters = [&folder](const fs::path &below) {
        return !isIgnoredName(below.filename().string()) && !isPythonEnvironment(folder / below);
    };
    auto listed = walkFolder(folder, walk);
    if (!listed)
        return listed.error();
    out.leftOut = std::move(listed->refused);
    for (const fs::path &file : listed->files) {
        if (isIgnoredName(file.filename().string()))
            continue;
        if (out.tree.files.size() >= maxManifestFiles)
            return refusedTree(
                folder, "there are more than " + std::to_string(maxManifestFiles) + " files");
        const std::string name = root + "/" + file.lexically_relative(folder).generic_string();
        if (Status added = addFile(file, name, out); !added)
            return added;
    }
    return listed->isWhole ? Status() : refusedTree(folder, "there are too many entries");
}

/// Returns why a tree is refused; empty if it is acceptable.
std::string problemOf(const ManifestTree &tree)
{
    if (!isSafePath(tree.root) || tree.root.find('/') != std::string::npos)
        return "the root is no name";
    if (tree.files.size() > maxManifestFiles)
        return "there are too many files";
    std::uint64_t bytes = 0;
    std::set<std::string> paths;
    std::set<std::string> folders;
    for (const ManifestFile &file : tree.files) {
        if (!isSafePath(file.path))
            return "a path leads out of the folder";
        if (file.path != tree.root && !file.path.starts_with(tree.root + "/"))
            return "a path is not below the root";
        if (!isDigest(file.sha256))
            return "a digest is none";
        if (file.size > maxManifestFileBytes || (bytes += file.size) > maxManifestBytes)
            return "the files are too large";
        if (!paths.insert(file.path).second)
            return "a path occurs twice";
        for (std::size_t slash = file.path.find('/'); slash != std::string::npos;
             slash = file.path.find('/', slash + 1))
            folders.insert(file.path.substr(0, slash));
    }
    const bool isBoth = std::ranges::any_of(
        folders, [&](const std::string &folder) { return paths.count(folder) != 0; });
    return isBoth ? "a path is a file and a folder" : "";
}

} // namespace

template <typename Fields>
void listFields(Fields &fields, ManifestFile &file)
{
    auto &[path, sha256, size] = file;
    fields("path", path);
    fields("sha256", sha256);
    fields("size", size);
}

template <typename Fields>
void listFields(Fields &fields, ManifestTree &tree)
{
    auto &[root, files] = tree;
    fields("root", root);
    fields("files", files);
}

bool isSafePath(const std::string &path)
{
    if (path.empty() || path.size() > maxPathLength || path.find('\0') != std::string::npos)
        return false;
    std::size_t begin = 0;
    while (begin <= path.size()) {
        const std::size_t end = std::min(path.find('/', begin), path.size());
        const std::string name = path.substr(begin, end - begin);
        if (name.empty() || name == "." || name == ".." || name.size() > 255)
            return false;
        begin = end + 1;
    }
    return true;
}

Result<ListedTree> listTree(const fs::path &path, TreeKind kind)
{
    std::error_code failed;
    const fs::path whole = fs::canonical(path, failed);
    if (failed)
        return Error{Errc::NotFound, failed.message(), path.string(), "check the path"};
    ListedTree out;
    out.tree.root = whole.filename().string();
    out.folder = whole;
    Status added;
    if (fs::is_directory(whole, failed)) {
        added = addBelow(whole, out.tree.root, out);
        const std::string commit = kind == TreeKind::Suite ? checkoutCommit(whole) : std::string();
        if (!commit.empty()) {
            const std::string text = commit + "\n";
            const std::string digest = sha256Hex(text);
            out.tree.files.push_back({out.tree.root + "/.git/HEAD", digest, text.size()});
            out.texts[digest] = text;
        }
    } else {
        added = addFile(whole, out.tree.root, out);
    }
    if (!added)
        return added.error();
    std::ranges::sort(out.tree.files, {}, &ManifestFile::path);
    if (const std::string problem = problemOf(out.tree); !problem.empty())
        return refusedTree(path, problem);
    return out;
}

Result<std::string> readListed(const ListedTree &tree, const fs::path &file)
{
    UntrustedLimits limits;
    limits.maxBytes = maxManifestFileBytes;
    limits.links = FolderLinks::Within;
    return readUntrustedFile(tree.folder, file, std::move(limits));
}

Json toJson(const ManifestTree &tree)
{
    return fieldsToJson(tree);
}

Result<ManifestTree> manifestTreeFromJson(const Json &json)
{
    ManifestTree tree;
    if (Status read = readFields(json, "manifest", MissingFields::Refused, tree); !read)
        return read.error();
    if (const std::string problem = problemOf(tree); !problem.empty())
        return Error{Errc::InvalidInput, problem, "manifest"};
    return tree;
}

} // namespace loupe
