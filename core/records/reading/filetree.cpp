// SPDX-License-Identifier: Apache-2.0
#include "core/records/reading/filetree.h"

#include "core/base/digest.h"
#include "core/base/hexadecimal.h"
#include "core/base/untrustedfile.h"
#include "core/base/untrustedfolder.h"
#include "core/records/reading/sourcefiles.h"

#include <algorithm>
#include <span>
#include <system_error>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t maxSourceFiles = 200'000;
constexpr std::size_t maxTreeBytes = std::size_t{2} << 30;
constexpr int maxTreeNames = 20'000;
constexpr auto treeIteration = fs::directory_options::skip_permission_denied;

Error treeTooLarge(const fs::path &folder)
{
    return Error{Errc::InvalidInput, "the folder holds more than can be imported at once",
                 folder.string(), "import its parts one by one"};
}

/// Returns sorted names relative to the folder, so that reading is deterministic.
Result<std::vector<std::string>> treeNames(const fs::path &folder,
                                           const std::function<bool(std::string_view)> &wanted,
                                           const ReadOptions &options)
{
    const auto content = walkFolder(folder, {.stop = options.stop});
    if (!content)
        return content.error();
    if (!content->isWhole)
        return treeTooLarge(folder);
    std::vector<std::string> names;
    for (const fs::path &file : content->files) {
        std::string name = file.lexically_relative(folder).generic_string();
        if (!wanted(name))
            continue;
        if (!isUtf8(name))
            return Error{Errc::InvalidInput, "the name of a file is not UTF-8", folder.string(),
                         "rename it", name};
        names.push_back(std::move(name));
        if (names.size() > maxSourceFiles)
            return treeTooLarge(folder);
    }
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace

const ImportedFile *FileTree::find(std::string_view name) const
{
    const auto at = std::lower_bound(
        files.begin(), files.end(), name,
        [](const ImportedFile &file, std::string_view wanted) { return file.name < wanted; });
    return at != files.end() && at->name == name ? &*at : nullptr;
}

std::string FileTree::place(const ImportedFile &file) const
{
    return (root / file.name).string();
}

std::string FileTree::digest() const
{
    std::string all;
    for (const ImportedFile &file : files) {
        all += file.name;
        all += '\0';
        all += contentDigest(file.content);
        all += '\n';
    }
    return sha256Hex(all);
}

std::string contentDigest(const SharedText &content)
{
    const std::string digest = sha256OfLarge(content);
    return inHexadecimal(std::as_bytes(std::span(digest)));
}

Result<FileTree> readFileTree(const fs::path &source,
                              const std::function<bool(std::string_view name)> &wanted,
                              const ReadOptions &options)
{
    std::error_code ignored;
    FileTree tree;
    const fs::path whole = fs::absolute(source, ignored).lexically_normal();
    std::vector<std::string> names;
    tree.isSingleFile = !fs::is_directory(whole, ignored);
    if (tree.isSingleFile) {
        tree.root = whole.parent_path();
        names = {whole.filename().string()};
        if (!isUtf8(names.front()))
            return Error{Errc::InvalidInput, "the name of the file is not UTF-8",
                         tree.root.string(), "rename it"};
    } else {
        tree.root = whole.has_filename() ? whole : whole.parent_path();
        auto found = treeNames(tree.root, wanted, options);
        if (!found)
            return std::move(found).error();
        names = std::move(*found);
    }
    if (names.empty())
        return Error{Errc::InvalidInput, "the folder holds no file of this format",
                     tree.root.string(), "check the path and the format"};
    std::size_t bytes = 0;
    for (std::string &name : names) {
        if (options.stop.stop_requested())
            return Error{Errc::Cancelled, "the import was cancelled", tree.root.string()};
        const fs::path file = tree.root / name;
        // A file named by the user may be a link.
        auto content = readUntrustedShared(tree.isSingleFile ? file : tree.root, file,
                                           {.stop = options.stop});
        if (!content)
            return std::move(content).error();
        bytes += content->size();
        if (bytes > maxTreeBytes)
            return treeTooLarge(tree.root);
        tree.files.push_back({std::move(name), std::move(*content)});
    }
    return tree;
}

bool anyFileBelow(const fs::path &folder, const std::function<bool(const fs::path &file)> &property)
{
    std::error_code failed;
    fs::recursive_directory_iterator each(folder, treeIteration, failed);
    int looked = 0;
    for (; !failed && each != fs::recursive_directory_iterator() && looked < maxTreeNames;
         each.increment(failed), ++looked) {
        std::error_code ignored;
        if (!each->is_symlink(ignored) && each->is_regular_file(ignored) && property(each->path()))
            return true;
    }
    return false;
}

std::string_view folderOf(std::string_view name)
{
    const std::size_t slash = name.rfind('/');
    return slash == std::string_view::npos ? std::string_view() : name.substr(0, slash);
}

std::string_view fileOf(std::string_view name)
{
    return name.substr(name.rfind('/') + 1); // npos + 1 is 0
}

std::string_view stemOf(std::string_view name)
{
    const std::string_view file = fileOf(name);
    const std::size_t dot = file.rfind('.');
    return dot == std::string_view::npos || dot == 0 ? file : file.substr(0, dot);
}

std::vector<std::string> pathParts(const fs::path &root, std::string_view name)
{
    std::vector<std::string> parts;
    for (const fs::path &part : root / name) {
        if (part != "/" && !part.empty())
            parts.push_back(part.string());
    }
    return parts;
}

} // namespace loupe
