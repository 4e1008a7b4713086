// SPDX-License-Identifier: Apache-2.0
#include "core/suites/submissions/filesbeside.h"

#include "core/model/record/sourcefiles.h"
#include "core/suites/submissions/submission.h"
#include "core/suites/submissions/submissionfolder.h"
#include "core/suites/text/pythontext.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <span>
#include <string_view>
#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

/// Returns the modules that a Python text imports anywhere: the first name of each.
std::set<std::string_view> importsOf(std::string_view text)
{
    std::set<std::string_view> out;
    const std::vector<PythonToken> tokens = pythonTokens(text);
    const auto readStatement = [&](std::size_t at) {
        const ImportedModules modules = importedModules(std::span(tokens).subspan(at));
        out.insert(modules.names.begin(), modules.names.end());
    };
    for (const PythonLine &line : pythonLines(text, tokens))
        readStatement(line.first);
    for (std::size_t i = 1; i < tokens.size(); ++i) { // further statements of a line
        if (tokens[i - 1].is(":") || tokens[i - 1].is(";"))
            readStatement(i);
    }
    return out;
}

/// Returns the words of a text that may be the name of a file: "scale.cu" of "kernels/scale.cu".
std::set<std::string_view> wordsOf(std::string_view text)
{
    const auto isOfWord = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '-';
    };
    std::set<std::string_view> out;
    while (!text.empty()) {
        const auto *const begin = std::ranges::find_if(text, isOfWord);
        const auto *const end = std::find_if_not(begin, text.end(), isOfWord);
        if (begin != end)
            out.insert(std::string_view(begin, static_cast<std::size_t>(end - begin)));
        text.remove_prefix(static_cast<std::size_t>(end - text.begin()));
    }
    return out;
}

/// Search for the files that a submission names. Paths are relative to its folder, with "/".
class Search
{
public:
    Search(const fs::path &root, const fs::path &folder, const std::vector<std::string> &beside)
        : m_root(root)
        , m_folder(folder)
        , m_beside(beside)
    {
    }

    /// Adds the files that the file at `path` with this text names, and those that these name.
    Status follow(const std::string &path, const std::string &text)
    {
        m_bytes += text.size();
        const bool isPython = path.ends_with(".py");
        const auto modules = isPython ? importsOf(text) : std::set<std::string_view>();
        const std::set<std::string_view> words = wordsOf(text);
        const std::string_view place = std::string_view(path).substr(0, path.rfind('/') + 1);
        for (const std::string &file : m_beside) {
            const bool isNamed = file.ends_with(".py")
                ? isImported(file, modules, {}) || isImported(file, modules, place)
                : words.contains(std::string_view(file).substr(file.rfind('/') + 1));
            if (!isNamed || !m_found.insert(file).second)
                continue;
            auto read = readFolderFile(m_root, m_folder, m_folder / file, FolderLinks::Within);
            if (!read)
                return read.error();
            if (m_found.size() >= maxSubmissionFiles || m_bytes > maxSubmissionBytes)
                return Error{Errc::InvalidInput,
                             "it names too many other files, such as \"" + file
                                 + "\", or files that are too large"};
            m_files.push_back(*read);
            if (Status followed = follow(file, read->text); !followed)
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
        TextWithFiles out{joinedFiles(m_files), {}};
        for (const std::string &file : m_found)
            out.files.push_back(m_folder / file);
        return out;
    }

private:
    /// Returns whether a file is a module, or part of a package, that lies in `place`.
    static bool isImported(std::string_view file, const std::set<std::string_view> &modules,
                           std::string_view place)
    {
        if (!file.starts_with(place))
            return false;
        file.remove_prefix(place.size());
        return modules.contains(file.substr(0, file.find_first_of("/.")));
    }

    const fs::path &m_root;
    const fs::path &m_folder;
    const std::vector<std::string> &m_beside;
    std::set<std::string> m_found;
    std::vector<SourceFile> m_files;
    std::size_t m_bytes = 0;
};

} // namespace

Result<TextWithFiles> withFilesBeside(const fs::path &root, const fs::path &file, std::string text,
                                      const std::vector<std::string> &beside)
{
    if (beside.empty())
        return TextWithFiles{std::move(text), {}};
    const fs::path folder = file.parent_path();
    const std::string name = file.filename().string();
    Search search(root, folder, beside);
    if (Status followed = search.follow(name, text); !followed)
        return followed.error();
    return search.take({name, std::move(text)});
}

} // namespace loupe
