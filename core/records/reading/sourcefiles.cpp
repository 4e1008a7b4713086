// SPDX-License-Identifier: Apache-2.0
#include "core/records/reading/sourcefiles.h"

#include "core/base/asciicase.h"
#include "core/base/authoredfiles.h"
#include "core/base/json.h"
#include "core/base/textencoding.h"
#include "core/base/untrustedfile.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

std::string beginningOfOpened(Result<UntrustedFile> opened, std::size_t bytes)
{
    auto beginning = opened ? opened->readSome(bytes) : Result<std::string>(opened.error());
    return beginning ? std::string(withoutByteOrderMark(*beginning)) : std::string();
}

std::string lineAndColumn(std::string_view text, std::size_t at)
{
    const std::string_view before = text.substr(0, at);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t lastBreak = before.rfind('\n');
    const std::size_t column = lastBreak == std::string_view::npos ? at + 1 : at - lastBreak;
    return fmt::format("{}:{}", line, column);
}

/// Returns true for a byte that continues a character of UTF-8.
bool isWithinCharacter(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

bool isUtf8Piece(std::string_view text)
{
    try {
        static_cast<void>(Json(text).dump());
        return true;
    } catch (const Json::exception &) {
        return false;
    }
}

} // namespace

std::string_view withoutByteOrderMark(std::string_view text)
{
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    if (text.starts_with(mark))
        text.remove_prefix(mark.size());
    return text;
}

std::string beginningOf(const fs::path &file, std::size_t bytes)
{
    return beginningOfOpened(UntrustedFile::openNamed(file), bytes);
}

std::string beginningWithin(const fs::path &root, const fs::path &file, std::size_t bytes)
{
    return beginningOfOpened(UntrustedFile::open(root, file, {.links = FolderLinks::Within}),
                             bytes);
}

bool hasKeys(std::string_view json, std::initializer_list<std::string_view> keys)
{
    return std::ranges::all_of(keys, [&](std::string_view key) {
        return json.find(fmt::format("\"{}\"", key)) != std::string_view::npos;
    });
}

std::string_view firstLineIn(std::string_view text)
{
    return text.substr(0, text.find('\n'));
}

bool hasNameOfRecords(const fs::path &file)
{
    const std::string suffix = lowered(file.extension().string());
    constexpr std::array<std::string_view, 4> suffixes{".json", ".jsonl", ".ndjson", ".csv"};
    return std::find(suffixes.begin(), suffixes.end(), suffix) != suffixes.end();
}

Status checkReadable(const fs::path &root, const fs::path &file)
{
    constexpr std::size_t checkedBytes = std::size_t{1} << 16;
    auto opened = UntrustedFile::open(root, file, {.links = FolderLinks::Within});
    if (!opened)
        return opened.error();
    const auto beginning = opened->readSome(checkedBytes);
    if (!beginning)
        return beginning.error();
    const bool isWhole = beginning->size() == opened->size();
    const std::string_view text = withoutByteOrderMark(*beginning);
    if (isWhole && text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return Error{Errc::InvalidInput, "the file is empty", file.string(),
                     "write the results again"};
    if (const auto fault = encodingFault(text))
        return Error{Errc::InvalidInput, "the file " + fault->message,
                     file.string() + ":" + lineAndColumn(text, fault->at),
                     "convert it to UTF-8, for example with iconv"};
    return {};
}

std::vector<fs::path> entriesOf(const fs::path &folder)
{
    std::vector<fs::path> out;
    std::error_code failed;
    for (fs::directory_iterator at(folder, failed); !failed && at != fs::directory_iterator();
         at.increment(failed)) {
        std::error_code ignored;
        const fs::path &path = at->path();
        if (isIgnoredName(path.filename().string())
            || (at->is_directory(ignored) && isPythonEnvironment(path)))
            continue;
        out.push_back(path);
    }
    std::sort(out.begin(), out.end());
    return out;
}

fs::path folderAround(const fs::path &source)
{
    std::error_code ignored;
    if (fs::is_directory(source, ignored))
        return source;
    return source.has_parent_path() ? source.parent_path() : fs::path(".");
}

std::string nameOf(const fs::path &path)
{
    std::error_code ignored;
    fs::path whole = fs::absolute(path, ignored).lexically_normal();
    if (!whole.has_filename())
        whole = whole.parent_path();
    std::string name = whole.filename().string();
    // Names of runs are derived from it and must be UTF-8.
    if (!isUtf8(name))
        std::replace_if(
            name.begin(), name.end(), [](unsigned char c) { return c >= 0x80; }, '?');
    return name;
}

std::string deviceNamed(std::string folder)
{
    std::transform(folder.begin(), folder.end(), folder.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    for (const char *start : {"RTX_", "RTX-", "RTX"}) {
        if (folder.starts_with(start)) {
            folder.erase(0, std::string_view(start).size());
            break;
        }
    }
    const auto digits = static_cast<std::size_t>(std::count_if(
        folder.begin(), folder.end(), [](unsigned char c) { return std::isdigit(c) != 0; }));
    if (digits == 4 && folder.size() == 4)
        return "RTX " + folder;
    const bool isModel = folder.size() >= 3 && folder.size() <= 5
        && std::string_view("ABHLTV").find(folder.front()) != std::string_view::npos
        && digits == folder.size() - (folder.back() == 'S' ? 2 : 1);
    return isModel ? folder : std::string();
}

std::optional<int> numberAfter(std::string_view prefix, std::string_view text, int most)
{
    if (!text.starts_with(prefix))
        return std::nullopt;
    text.remove_prefix(prefix.size());
    int number = 0;
    const char *const end = text.data() + text.size();
    const auto [parsed, failed] = std::from_chars(text.data(), end, number);
    if (failed != std::errc() || parsed != end || number < 0 || number > most)
        return std::nullopt;
    return number;
}

Result<std::string> readWithin(const fs::path &root, const fs::path &file, std::uintmax_t maxBytes)
{
    return readUntrustedFile(root, file, {.maxBytes = maxBytes, .links = FolderLinks::Within});
}

Result<SharedText> readSharedWithin(const fs::path &root, const fs::path &file,
                                    std::uintmax_t maxBytes)
{
    return readUntrustedShared(root, file, {.maxBytes = maxBytes, .links = FolderLinks::Within});
}

ImportedFile importedFile(const fs::path &folder, const fs::path &file, SharedText content)
{
    return {file.lexically_relative(folder).generic_string(), std::move(content)};
}

std::string yamlValue(std::string_view text, std::string_view key)
{
    constexpr std::string_view space = " \t\r\"'";
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        if (!line.starts_with(key) || line.substr(key.size(), 1) != ":")
            continue;
        line.remove_prefix(key.size() + 1);
        const std::size_t first = line.find_first_not_of(space);
        if (first == std::string_view::npos)
            return {};
        line = line.substr(first, line.find_last_not_of(space) - first + 1);
        return line == "null" || line == "None" || line == "~" ? std::string() : std::string(line);
    }
    return {};
}

bool isUtf8(std::string_view text)
{
    // In pieces that split no character, because the check copies the text twice.
    constexpr std::size_t maxPiece = 1U << 20U;
    while (!text.empty()) {
        std::size_t size = std::min(text.size(), maxPiece);
        for (int steps = 0; steps < 3 && size < text.size() && isWithinCharacter(text[size]);
             ++steps)
            --size;
        if (!isUtf8Piece(text.substr(0, size)))
            return false;
        text.remove_prefix(size);
    }
    return true;
}

} // namespace loupe
