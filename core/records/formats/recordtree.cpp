// SPDX-License-Identifier: Apache-2.0
#include "core/records/formats/recordtree.h"

#include "core/base/authoredfiles.h"
#include "core/base/result.h"
#include "core/base/untrustedfile.h"
#include "core/records/formats/recordarchive.h"
#include "core/records/formats/recordcopies.h"
#include "core/records/reading/recordproblems.h"
#include "core/records/reading/sourcefiles.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <system_error>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr int deepestFolder = 32;
constexpr std::size_t maxTreeFiles = 1'000'000;
constexpr std::size_t maxRefusedDetail = 65'536;

class TreeReader
{
public:
    TreeReader(const fs::path &root, const ReadOptions &options, std::string_view format)
        : m_root(root)
        , m_options(options)
        , m_format(format)
    {
        // Reports of single sources would repeatedly run from 0 to 100 %.
        m_options.progress = nullptr;
        m_progress = options.progress;
    }

    Result<RecordTree> read()
    {
        Folder root;
        if (Status found = find(m_root, 0, root); !found)
            return found.error();
        claim(root);
        const int total = static_cast<int>(m_sources.size());
        for (int i = 0; i < total; ++i) {
            if (Status read = readSource(m_sources[static_cast<std::size_t>(i)]); !read)
                return read.error();
            if (m_progress)
                m_progress(i + 1, total);
        }
        for (const fs::path &file : m_files) {
            if (!m_taken.contains(file) && !isRefused(file) && !refuseUnreadable(file))
                m_tree.unrecognised.push_back(file.lexically_relative(m_root).generic_string());
        }
        std::stable_partition(m_tree.unrecognised.begin(), m_tree.unrecognised.end(),
                              hasNameOfRecords);
        if (Status left = leaveOutCopies(m_tree.batches, m_options.stop); !left)
            return left.error();
        return std::move(m_tree);
    }

private:
    struct Source {
        fs::path path;
        const RecordFormat *format = nullptr;
    };

    using Formats = std::set<const RecordFormat *>;

    struct Folder {
        fs::path path;
        Formats formats; ///< recognise this folder
        Formats below;   ///< formats of its content, at any depth
        std::vector<Source> files;
        std::vector<Folder> folders;
    };

    Status find(const fs::path &path, int depth, Folder &out)
    {
        if (m_options.stop.stop_requested())
            return Error{Errc::Cancelled, "the import was cancelled", m_root.string()};
        if (depth > deepestFolder || m_files.size() > maxTreeFiles)
            return Error{Errc::InvalidInput,
                         "there are too many folders within folders, or more than a million files",
                         path.string(), "choose a folder of results"};
        out.path = path;
        std::error_code unlisted;
        const fs::directory_iterator listed(path, unlisted);
        if (unlisted) {
            m_tree.refused.push_back(
                {path.string(), "the folder cannot be read: " + unlisted.message()});
            return {};
        }
        out.formats = formatsOf(path);
        for (const fs::path &found : entriesOf(path)) {
            const fs::path entry = found.lexically_normal();
            std::error_code ignored;
            const bool isLink = fs::is_symlink(entry, ignored);
            if (fs::is_directory(entry, ignored)) {
                if (isLink)
                    continue;
                Folder &folder = out.folders.emplace_back();
                if (Status searched = find(entry, depth + 1, folder); !searched)
                    return searched;
                out.below.insert(folder.formats.begin(), folder.formats.end());
                out.below.insert(folder.below.begin(), folder.below.end());
            } else {
                m_files.push_back(entry);
                if (!fs::is_regular_file(entry, ignored) || (isLink && !leadsWithin(entry)))
                    continue;
                if (isRecordArchive(entry)) {
                    m_tree.withoutResult.push_back(
                        {entry.string(),
                         "archives within a folder are not opened; import it separately"});
                    continue;
                }
                addFile(entry, out);
            }
        }
        return {};
    }

    bool leadsWithin(const fs::path &link) const
    {
        return static_cast<bool>(UntrustedFile::open(m_root, link, {.links = FolderLinks::Within}));
    }

    Formats formatsOf(const fs::path &path) const
    {
        Formats out;
        for (const RecordFormat &format : recordFormats()) {
            if ((m_format == "auto" || m_format == format.name) && format.recognises(path))
                out.insert(&format);
        }
        return out;
    }

    /// Adds a file, which must have one format; only folders may have several.
    void addFile(const fs::path &file, Folder &folder)
    {
        const Formats formats = formatsOf(file);
        const auto copy = copyName(file.filename().string());
        std::error_code failed;
        if (!formats.empty() && copy && fs::exists(file.parent_path() / copy->original, failed)) {
            m_tree.withoutResult.push_back({file.string(), copyReason(copy->original, copy->mark)});
            m_leftOutCopies.insert(file);
            return;
        }
        if (formats.size() > 1) {
            m_tree.refused.push_back({file.string(),
                                      "it looks like " + std::string((*formats.begin())->name)
                                          + " and like " + std::string((*formats.rbegin())->name)
                                          + "; import it separately and name the format"});
            return;
        }
        for (const RecordFormat *format : formats) {
            folder.files.push_back({file, format});
            folder.below.insert(format);
        }
    }

    /// Assigns folders to formats, outer folders first. Some formats accept records at any depth,
    /// so that all parent folders look like theirs. Such a folder is assigned if it contains only
    /// that format, or directly contains one of its files; otherwise the search continues further
    /// down.
    void claim(const Folder &folder)
    {
        for (const RecordFormat *format : folder.formats) {
            const bool isDeeper
                = std::any_of(folder.folders.begin(), folder.folders.end(),
                              [&](const Folder &each) { return each.formats.contains(format); });
            const bool isDirect
                = std::any_of(folder.files.begin(), folder.files.end(),
                              [&](const Source &each) { return each.format == format; });
            if (!isDeeper || isDirect || folder.below.size() <= 1)
                m_sources.push_back({folder.path, format});
        }
        m_sources.insert(m_sources.end(), folder.files.begin(), folder.files.end());
        for (const Folder &each : folder.folders)
            claim(each);
    }

    /// Returns true if a reason to skip the file, or a part of it, is already listed.
    bool isRefused(const fs::path &file) const
    {
        const auto isOf = [&](const JsonProblem &each) {
            return each.where == file.string() || each.where.starts_with(file.string() + ":");
        };
        return std::ranges::any_of(m_tree.refused, isOf) || m_leftOutCopies.contains(file);
    }

    /// Lists why a file named like data cannot be read. Returns false if it can be read.
    bool refuseUnreadable(const fs::path &file)
    {
        if (!hasNameOfRecords(file))
            return false;
        const Status readable = checkReadable(m_root, file);
        if (!readable)
            m_tree.refused.push_back({file.string(), readable.error().message});
        return !readable;
    }

    /// Adds the reason unless its location is already listed. Returns whether it added it.
    static bool refuse(std::vector<JsonProblem> &list, JsonProblem reason)
    {
        const bool isKnown = std::ranges::any_of(
            list, [&](const JsonProblem &each) { return each.where == reason.where; });
        if (!isKnown)
            list.push_back(std::move(reason));
        return !isKnown;
    }

    /// Returns a location below the folder as the user named it; some readers use whole paths.
    std::string asNamed(const std::string &where) const
    {
        std::error_code ignored;
        fs::path whole = fs::absolute(m_root, ignored).lexically_normal();
        if (!whole.has_filename())
            whole = whole.parent_path();
        const std::string prefix = whole.string() + "/";
        return where.starts_with(prefix) ? (m_root / where.substr(prefix.size())).string() : where;
    }

    Status readSource(const Source &source)
    {
        std::error_code ignored;
        const bool isFolder = fs::is_directory(source.path, ignored);
        if (isTaken(source))
            return {};
        ReadOptions options = m_options;
        if (!options.runName.empty() && source.path != m_root)
            options.runName += " " + source.path.lexically_relative(m_root).generic_string();
        auto batches = source.format->read(source.path, options);
        if (!batches) {
            if (batches.error().code == Errc::Cancelled)
                return std::move(batches).error();
            const Error &error = batches.error();
            const std::string where
                = error.where.empty() ? source.path.string() : asNamed(error.where);
            // An unreadable file can fail in many ways; the basic reason takes precedence.
            const fs::path file = where.substr(0, where.find(':', source.path.string().size()));
            if (fs::is_regular_file(file, ignored)
                && (isRefused(file) ? !checkReadable(m_root, file) : refuseUnreadable(file)))
                return {};
            auto &list = error.message == noResultInSource ? m_tree.withoutResult : m_tree.refused;
            if (refuse(list, {where, error.message}) && &list == &m_tree.refused
                && m_tree.refusedDetail.size() < maxRefusedDetail)
                m_tree.refusedDetail += error.detail;
            return {};
        }
        const fs::path base = isFolder ? source.path : source.path.parent_path();
        for (RecordBatch &batch : *batches) {
            for (ImportedFile &file : batch.files) {
                const fs::path place = (base / file.name).lexically_normal();
                m_taken.emplace(place, source.format);
                file.name = place.lexically_relative(m_root).generic_string();
            }
            // Folders of the same name below different ones would give two runs one name.
            if (!m_names.insert(batch.run.name).second) {
                batch.run.name += " in ";
                batch.run.name += base.lexically_relative(m_root).generic_string();
                m_names.insert(batch.run.name);
            }
            m_tree.batches.push_back(std::move(batch));
        }
        return {};
    }

    /// Returns true if the source was read together with a folder above.
    bool isTaken(const Source &source) const
    {
        for (auto at = m_taken.lower_bound(source.path); at != m_taken.end(); ++at) {
            const auto [own, rest] = std::mismatch(source.path.begin(), source.path.end(),
                                                   at->first.begin(), at->first.end());
            if (own != source.path.end())
                return false;
            if (rest == at->first.end() || at->second == source.format)
                return true;
        }
        return false;
    }

    fs::path m_root;
    ReadOptions m_options;
    std::string_view m_format; ///< format to read; "auto": any
    std::function<void(int, int)> m_progress;
    std::vector<Source> m_sources;
    std::vector<fs::path> m_files;
    std::map<fs::path, const RecordFormat *> m_taken; ///< files in batches
    std::set<fs::path> m_leftOutCopies;
    std::set<std::string> m_names; ///< names of runs
    RecordTree m_tree;
};

Result<RecordTree> treeOf(Result<std::vector<RecordBatch>> batches)
{
    if (!batches)
        return std::move(batches).error();
    RecordTree tree;
    tree.batches = std::move(*batches);
    return tree;
}

/// Replaces the unpacked folder by the archive's name in all locations.
Result<RecordTree> ofArchive(const fs::path &source, Result<RecordTree> tree,
                             const std::string &folder)
{
    const auto rename = [&](std::string &where) {
        if (where.starts_with(folder))
            where = source.string() + ":" + where.substr(folder.size() + 1);
    };
    if (!tree) {
        Error error = std::move(tree).error();
        rename(error.where);
        for (std::size_t at = error.detail.find(folder); at != std::string::npos;
             at = error.detail.find(folder, at))
            error.detail.replace(at, folder.size() + 1, source.string() + ":");
        return error;
    }
    for (RecordBatch &batch : tree->batches) {
        rename(batch.source);
        for (JsonProblem &problem : batch.skipped)
            rename(problem.where);
    }
    for (JsonProblem &problem : tree->refused)
        rename(problem.where);
    for (JsonProblem &problem : tree->withoutResult)
        rename(problem.where);
    return tree;
}

} // namespace

Result<RecordTree> readRecordTree(const fs::path &source, const ReadOptions &options,
                                  std::string_view format)
{
    std::error_code ignored;
    if (isRecordArchive(source)) {
        const auto unpacked = unpackRecordArchive(source, options);
        if (!unpacked)
            return unpacked.error();
        return ofArchive(source, readRecordTree(unpacked->root, options, format),
                         unpacked->folder.path().string());
    }
    if (!fs::is_directory(source, ignored)) {
        if (source.extension() == ".kloupe" && fs::is_regular_file(source, ignored))
            return Error{Errc::InvalidInput, "the file is a store, not a result file",
                         source.string(), "open it, or combine stores with kloupe merge"};
        return treeOf(readRecords(format, source, options));
    }
    fs::path root = source.lexically_normal();
    if (!root.has_filename() && root.has_parent_path())
        root = root.parent_path();
    TreeReader reader(root, options, format);
    auto tree = reader.read();
    if (!tree || !tree->batches.empty())
        return tree;
    if (!tree->refused.empty()) {
        Error error = toError(tree->refused);
        error.detail += tree->refusedDetail;
        return error;
    }
    if (!tree->withoutResult.empty())
        return toError(tree->withoutResult);
    if (format != "auto")
        return treeOf(readRecords(format, root, options)); // the named format's reader explains its
                                                           // failure
    return noKnownRecords(root);
}

} // namespace loupe
