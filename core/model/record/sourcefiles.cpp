// SPDX-License-Identifier: Apache-2.0
#include "core/model/record/sourcefiles.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <set>
#include <system_error>
#include <utility>

namespace loupe {

namespace {

constexpr std::string_view joinedStart = "# kloupe: submission of ";
constexpr std::string_view joinedEnd = " files\n";
constexpr std::string_view fileStart = "# kloupe: file of ";
constexpr std::string_view fileMiddle = " bytes: ";
constexpr std::size_t maxPathBytes = 240;
constexpr std::array<std::string_view, 8> sourceExtensions{".py", ".cu", ".cuh", ".cpp",
                                                           ".cc", ".c",  ".h",   ".hpp"};

bool takeText(std::string_view &rest, std::string_view expected)
{
    if (!rest.starts_with(expected))
        return false;
    rest.remove_prefix(expected.size());
    return true;
}

/// Takes a number as joinedFiles() writes it, without leading zeros.
std::optional<std::size_t> takeNumber(std::string_view &rest)
{
    std::size_t value = 0;
    const auto [end, failed] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    const auto digits = static_cast<std::size_t>(end - rest.data());
    if (failed != std::errc() || std::to_string(value).size() != digits)
        return std::nullopt;
    rest.remove_prefix(digits);
    return value;
}

std::optional<SourceFile> takeFile(std::string_view &rest)
{
    if (!takeText(rest, fileStart))
        return std::nullopt;
    const auto bytes = takeNumber(rest);
    if (!bytes || !takeText(rest, fileMiddle))
        return std::nullopt;
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos)
        return std::nullopt;
    SourceFile file;
    file.path = rest.substr(0, end);
    rest.remove_prefix(end + 1);
    if (!pathProblem(file.path).empty() || rest.size() <= *bytes)
        return std::nullopt;
    file.text = rest.substr(0, *bytes);
    rest.remove_prefix(*bytes);
    return takeText(rest, "\n") ? std::optional(std::move(file)) : std::nullopt;
}

int linesIn(std::string_view text)
{
    return static_cast<int>(std::ranges::count(text, '\n'));
}

/// Returns whether no path is given twice or is a folder of another.
bool canLieTogether(const std::vector<SourceFile> &files)
{
    std::set<std::string> paths;
    std::set<std::string> folders;
    for (const SourceFile &file : files) {
        if (!paths.insert(file.path).second)
            return false;
        for (std::size_t at = file.path.find('/'); at != std::string::npos;
             at = file.path.find('/', at + 1))
            folders.insert(file.path.substr(0, at));
    }
    return std::ranges::none_of(folders,
                                [&](const std::string &path) { return paths.contains(path); });
}

} // namespace

std::string joinedFiles(const std::vector<SourceFile> &files)
{
    std::string out;
    out.append(joinedStart).append(std::to_string(files.size())).append(joinedEnd);
    for (const SourceFile &file : files) {
        out.append(fileStart).append(std::to_string(file.text.size())).append(fileMiddle);
        out.append(file.path).append("\n").append(file.text).append("\n");
    }
    return out;
}

std::optional<std::vector<SourceFile>> splitFiles(std::string_view source)
{
    std::string_view rest = source;
    if (!takeText(rest, joinedStart))
        return std::nullopt;
    const auto count = takeNumber(rest);
    if (!count || *count == 0 || !takeText(rest, joinedEnd))
        return std::nullopt;
    std::vector<SourceFile> files;
    int line = 2; // behind the header of the whole
    while (!rest.empty()) {
        auto file = takeFile(rest);
        if (!file)
            return std::nullopt;
        file->firstLine = line + 1;
        line += 2 + linesIn(file->text);
        files.push_back(std::move(*file));
    }
    if (files.size() != *count || !canLieTogether(files))
        return std::nullopt;
    return files;
}

std::string pathProblem(std::string_view path)
{
    if (path.empty() || path.size() > maxPathBytes)
        return path.empty() ? "has no name"
                            : "has a path of more than " + std::to_string(maxPathBytes) + " bytes";
    if (path.front() == '/')
        return "has an absolute path";
    constexpr unsigned char blank = 0x20;
    constexpr unsigned char erase = 0x7f;
    if (std::ranges::any_of(path,
                            [](unsigned char c) { return c < blank || c == erase || c == '\\'; }))
        return "has a control character or a backslash in its path";
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find('/', begin), path.size());
        const std::string_view part = path.substr(begin, end - begin);
        if (part == "..")
            return "leads out of the folder";
        if (part.empty() || part == ".")
            return "has an empty part in its path";
        begin = end + 1;
    }
    return {};
}

std::string_view firstModuleName(std::string_view module)
{
    module.remove_prefix(std::min(module.find_first_not_of('.'), module.size()));
    return module.substr(0, module.find('.'));
}

bool isSourceName(std::string_view path)
{
    return std::ranges::any_of(sourceExtensions,
                               [&](std::string_view one) { return path.ends_with(one); });
}

const SourceFile *fileAtLine(const std::vector<SourceFile> &files, int line)
{
    const SourceFile *found = nullptr;
    for (const SourceFile &file : files) {
        if (file.firstLine <= line)
            found = &file;
    }
    return found;
}

} // namespace loupe
