// SPDX-License-Identifier: Apache-2.0
#include "core/suites/submissions/filesbeside.h"

#include "core/model/record/sourcefiles.h"
#include "core/suites/submissions/submission.h"
#include "core/suites/submissions/submissionfolder.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

/// Returns the next word of a statement, with the dots of a module's name, and removes it.
std::string_view takeName(std::string_view &text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    const std::size_t end = std::min(text.find_first_of(" \t,;#()"), text.size());
    const std::string_view name = text.substr(0, end);
    text.remove_prefix(end);
    return name;
}

/// Returns the first name in "utils.check" or ".helper".
std::string_view firstPart(std::string_view module)
{
    module.remove_prefix(std::min(module.find_first_not_of('.'), module.size()));
    return module.substr(0, module.find('.'));
}

/// Adds the modules that one line imports: the first name of each.
void addImports(std::string_view line, std::set<std::string_view> &modules)
{
    const std::string_view statement = takeName(line);
    if (statement == "from") {
        const std::string_view module = firstPart(takeName(line));
        if (!module.empty()) {
            modules.insert(module);
            return;
        }
        takeName(line); // "from . import a, b" names modules after "import"
    } else if (statement != "import") {
        return;
    }
    while (!line.empty()) {
        modules.insert(firstPart(takeName(line)));
        const std::size_t comma = line.find(',');
        line.remove_prefix(comma == std::string_view::npos ? line.size() : comma + 1);
    }
}

std::set<std::string_view> importsOf(std::string_view text)
{
    std::set<std::string_view> out;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
        addImports(text.substr(0, end), out);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

/// Returns whether a path's folders or its name without suffix contain a module's name.
bool isPartOf(const fs::path &path, const std::set<std::string_view> &modules)
{
    return std::ranges::any_of(
        path, [&](const fs::path &part) { return modules.contains(part.stem().string()); });
}

/// Search for the files that a submission names.
class Search
{
public:
    Search(const fs::path &root, const fs::path &folder, const std::vector<fs::path> &beside)
        : m_root(root)
        , m_folder(folder)
        , m_beside(beside)
    {
    }

    /// Adds the files that `text`, of a Python file or another one, names, and those that these
    /// name.
    Status follow(const std::string &text, bool isPython)
    {
        const std::set<std::string_view> modules
            = isPython ? importsOf(text) : std::set<std::string_view>();
        for (const fs::path &file : m_beside) {
            const fs::path path = file.lexically_relative(m_folder);
            const bool isNamed = path.extension() == ".py"
                ? isPartOf(path, modules)
                : text.find(path.filename().string()) != std::string::npos;
            if (!isNamed || !m_found.insert(file).second)
                continue;
            auto read = readFolderFile(m_root, m_folder, file);
            if (!read)
                return read.error();
            m_bytes += read->text.size();
            if (m_found.size() >= maxSubmissionFiles || m_bytes > maxSubmissionBytes)
                return Error{Errc::InvalidInput,
                             "names more files beside it than a submission may have"};
            m_files.push_back(*read);
            if (Status followed = follow(read->text, path.extension() == ".py"); !followed)
                return followed;
        }
        return {};
    }

    TextWithFiles take(SourceFile entry)
    {
        if (m_files.empty())
            return {std::move(entry.text), {}};
        std::ranges::sort(m_files, {}, &SourceFile::path);
        m_files.insert(m_files.begin(), std::move(entry));
        return {joinedFiles(m_files), {m_found.begin(), m_found.end()}};
    }

private:
    const fs::path &m_root;
    const fs::path &m_folder;
    const std::vector<fs::path> &m_beside;
    std::set<fs::path> m_found;
    std::vector<SourceFile> m_files;
    std::size_t m_bytes = 0;
};

} // namespace

Result<TextWithFiles> withFilesBeside(const fs::path &root, const fs::path &file, std::string text,
                                      const std::vector<fs::path> &beside)
{
    const fs::path folder = file.parent_path();
    Search search(root, folder, beside);
    if (Status followed = search.follow(text, file.extension() == ".py"); !followed)
        return followed.error();
    return search.take({file.filename().string(), std::move(text)});
}

} // namespace loupe
