// SPDX-License-Identifier: Apache-2.0
#include "core/records/recordtree.h"

#include "core/records/sourcefiles.h"

#include <algorithm>
#include <set>
#include <system_error>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr int deepestFolder = 32;
constexpr std::size_t mostTreeFiles = 1'000'000;

class TreeReader
{
public:
    TreeReader(const fs::path &root, const ReadOptions &options) : m_root(root), m_options(options)
    {
        // Reports of single sources would run from 0 to 100 % again and again.
        m_options.progress = nullptr;
        m_progress = options.progress;
    }

    Result<RecordTree> read()
    {
        if (Status found = find(m_root, 0); !found)
            return found.error();
        const int total = static_cast<int>(m_sources.size());
        for (int i = 0; i < total; ++i) {
            if (Status read = readSource(m_sources[static_cast<std::size_t>(i)]); !read)
                return read.error();
            if (m_progress)
                m_progress(i + 1, total);
        }
        for (const fs::path &file : m_files) {
            if (!m_taken.contains(file))
                m_tree.unrecognised.push_back(file.lexically_relative(m_root).generic_string());
        }
        return std::move(m_tree);
    }

private:
    struct Source {
        fs::path path;
        const RecordFormat *format = nullptr;
    };

    /// Lists the sources below; what a recognised folder holds may be sources of its own, unless
    /// that folder's reader takes them.
    Status find(const fs::path &folder, int depth)
    {
        if (m_options.stop.stop_requested())
            return Error{Errc::Cancelled, "the import was cancelled", m_root.string(), {}, {}};
        if (depth > deepestFolder || m_files.size() > mostTreeFiles)
            return Error{Errc::InvalidInput,
                         "there are too many folders within folders, or more than a million files",
                         folder.string(),
                         "choose a folder of results",
                         {}};
        if (Status known = recognise(folder); !known)
            return known;
        for (const fs::path &found : entriesOf(folder)) {
            const fs::path entry = found.lexically_normal();
            std::error_code ignored;
            const bool isLink = fs::is_symlink(entry, ignored);
            if (fs::is_directory(entry, ignored)) {
                if (isLink)
                    continue;
                if (Status searched = find(entry, depth + 1); !searched)
                    return searched;
            } else if (fs::is_regular_file(entry, ignored)) {
                m_files.push_back(entry);
                if (Status known = recognise(entry); !known)
                    return known;
            }
        }
        return {};
    }

    /// A folder may hold several kinds of records; a file is of one kind.
    Status recognise(const fs::path &path)
    {
        std::error_code ignored;
        const bool isFolder = fs::is_directory(path, ignored);
        const RecordFormat *found = nullptr;
        for (const RecordFormat &format : recordFormats()) {
            if (!format.recognises(path))
                continue;
            if (found != nullptr && !isFolder)
                return Error{Errc::InvalidInput,
                             "it looks like " + std::string(found->name) + " and like "
                                 + std::string(format.name),
                             path.string(),
                             "import it by itself and name the format",
                             {}};
            found = &format;
            m_sources.push_back({path, &format});
        }
        return {};
    }

    Status readSource(const Source &source)
    {
        std::error_code ignored;
        const bool isFolder = fs::is_directory(source.path, ignored);
        if (m_taken.contains(source.path) || (isFolder && isBelowTaken(source.path)))
            return {};
        ReadOptions options = m_options;
        if (!options.runName.empty() && source.path != m_root)
            options.runName += " " + source.path.lexically_relative(m_root).generic_string();
        auto batches = source.format->read(source.path, options);
        if (!batches) {
            if (!m_options.skipBad || batches.error().code == Errc::Cancelled)
                return std::move(batches).error();
            const Error &error = batches.error();
            const std::string where = error.where.empty() ? source.path.string() : error.where;
            const bool isKnown // a folder, and then the file in it
                = std::any_of(m_tree.refused.begin(), m_tree.refused.end(),
                              [&](const JsonProblem &each) { return each.where == where; });
            if (!isKnown)
                m_tree.refused.push_back({where, error.message});
            return {};
        }
        const fs::path base = isFolder ? source.path : source.path.parent_path();
        for (RecordBatch &batch : *batches) {
            for (ImportedFile &file : batch.files) {
                const fs::path place = (base / file.name).lexically_normal();
                m_taken.insert(place);
                file.name = place.lexically_relative(m_root).generic_string();
            }
            // Two folders "out" below different ones would give two runs one name.
            if (!m_names.insert(batch.run.name).second) {
                batch.run.name += " in ";
                batch.run.name += base.lexically_relative(m_root).generic_string();
                m_names.insert(batch.run.name);
            }
            m_tree.batches.push_back(std::move(batch));
        }
        if (isFolder)
            m_takenFolders.insert(source.path);
        return {};
    }

    /// Whether the folder belongs to one that was read as a whole: a machine of golden results.
    bool isBelowTaken(const fs::path &folder) const
    {
        const fs::path above = folder.parent_path();
        if (!m_takenFolders.contains(above))
            return false;
        for (const fs::path &file : entriesOf(folder)) {
            if (m_taken.contains(file))
                return true;
        }
        return false;
    }

    fs::path m_root;
    ReadOptions m_options;
    std::function<void(int, int)> m_progress;
    std::vector<Source> m_sources; ///< folders before what is in them
    std::vector<fs::path> m_files;
    std::set<fs::path> m_taken; ///< files that a batch holds
    std::set<fs::path> m_takenFolders;
    std::set<std::string> m_names; ///< of runs
    RecordTree m_tree;
};

} // namespace

Result<RecordTree> readRecordTree(const fs::path &source, const ReadOptions &options)
{
    std::error_code ignored;
    if (!fs::is_directory(source, ignored)) {
        auto batches = readRecords("auto", source, options);
        if (!batches)
            return std::move(batches).error();
        RecordTree tree;
        tree.batches = std::move(*batches);
        return tree;
    }
    fs::path root = source.lexically_normal();
    if (!root.has_filename() && root.has_parent_path())
        root = root.parent_path();
    TreeReader reader(root, options);
    auto tree = reader.read();
    if (!tree)
        return tree;
    if (tree->batches.empty()) {
        if (!tree->refused.empty())
            return toError(tree->refused);
        return detectRecordFormat(source).error();
    }
    return tree;
}

} // namespace loupe
