// SPDX-License-Identifier: Apache-2.0
#include "core/base/authoredfiles.h"

#include "core/base/asciicase.h"
#include "core/base/counted.h"

#include <algorithm>
#include <array>
#include <set>
#include <system_error>
#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 7> ignoredFolders{"__MACOSX",
                                                         "__pycache__",
                                                         "site-packages",
                                                         "node_modules",
                                                         "$RECYCLE.BIN",
                                                         "$Recycle.Bin",
                                                         "System Volume Information"};
constexpr std::array<std::string_view, 9> backupExtensions{
    "~", ".bak", ".backup", ".orig", ".old", ".save", ".copy", ".tmp", ".swp"};
constexpr std::array<std::string_view, 10> copyWords{
    "copy", "kopie", "copie", "copia", "old", "bak", "backup", "orig", "save", "checkpoint"};
constexpr std::array<std::string_view, 4> translationsOfCopy{"copy", "kopie", "copie", "copia"};
constexpr std::array<std::string_view, 3> backupFolders{"backup", "backups", "bak"};
constexpr std::array<std::string_view, 4> sourceExtensions{".py", ".jsonl", ".cpp", ".cu"};
constexpr std::string_view digits = "0123456789";

template <typename List>
bool contains(const List &list, std::string_view text)
{
    return std::find(list.begin(), list.end(), text) != list.end();
}

bool isNumber(std::string_view text)
{
    return !text.empty() && text.find_first_not_of(digits) == std::string_view::npos;
}

std::size_t withoutSpaces(std::string_view text, std::size_t end)
{
    while (end > 0 && text[end - 1] == ' ')
        --end;
    return end;
}

/// Returns the length without " (copy)", " (another copy 2)" or " (1)"; the full length if absent.
std::size_t withoutBrackets(std::string_view lower)
{
    const std::size_t open = lower.rfind('(');
    if (!lower.ends_with(')') || open == std::string_view::npos)
        return lower.size();
    const std::string_view inside = lower.substr(open + 1, lower.size() - open - 2);
    const bool isCopy
        = std::any_of(translationsOfCopy.begin(), translationsOfCopy.end(),
                      [&](std::string_view word) { return inside.find(word) != inside.npos; });
    return isCopy || isNumber(inside) ? withoutSpaces(lower, open) : lower.size();
}

/// Returns the length without " copy", " - Copy", "-old", "_backup2" or " copy 2".
std::size_t withoutWord(std::string_view lower)
{
    std::size_t end = lower.find_last_not_of(digits) + 1;
    if (end < lower.size())
        end = withoutSpaces(lower, end);
    const std::size_t separator = lower.substr(0, end).find_last_of(" -_.");
    if (separator == std::string_view::npos
        || !contains(copyWords, lower.substr(separator + 1, end - separator - 1)))
        return lower.size();
    std::size_t begin = separator;
    if (lower[begin] == ' ' && lower.substr(0, begin).ends_with(" -"))
        begin -= 2;
    return withoutSpaces(lower, begin);
}

/// Returns the length of a stem without all suffixes of copies.
std::size_t originalLength(std::string_view lower)
{
    std::size_t length = lower.size();
    for (std::size_t before = 0; before != length;) {
        before = length;
        length = withoutWord(lower.substr(0, withoutBrackets(lower.substr(0, length))));
    }
    return length;
}

/// Returns the length of "x.py" in "x.py~", "x.py.bak" or "x.py.~1~"; 0 for any other name.
std::size_t lengthBeforeBackup(std::string_view lower)
{
    for (const std::string_view extension : backupExtensions) {
        if (!lower.ends_with(extension))
            continue;
        std::string_view name = lower.substr(0, lower.size() - extension.size());
        const std::size_t number = name.rfind(".~");
        if (extension == "~" && number != name.npos && isNumber(name.substr(number + 2)))
            name = name.substr(0, number);
        if (fs::path(name).has_extension())
            return name.size();
    }
    return 0;
}

std::optional<std::string> nameAfterCopyOf(const std::string &fileName, std::string_view lower)
{
    for (const std::string_view prefix : {"copy of ", "kopie von ", "copie de "}) {
        if (lower.starts_with(prefix) && lower.size() > prefix.size())
            return fileName.substr(prefix.size());
    }
    return std::nullopt;
}

/// Returns why the file is left out as a copy or a backup; nothing for an original.
std::optional<NotWalked> leftOut(const fs::path &file, const std::set<fs::path> &all)
{
    const auto copy = copyName(file.filename().string());
    if (!copy)
        return std::nullopt;
    if (all.count(file.parent_path() / copy->original) > 0)
        return NotWalked{file, copyReason(copy->original, copy->mark)};
    const std::string extension = fs::path(copy->original).extension().string();
    if (copy->isBehindExtension && contains(sourceExtensions, extension))
        return NotWalked{file,
                         "is a backup by its name (\"" + copy->mark + "\") and is left out; \""
                             + copy->original + "\" itself is not there"};
    return std::nullopt;
}

/// Returns why the folder is left out as a copy or a backup; nothing for an original. Folders with
/// other marks, such as "gpt-old" next to "gpt", may be compared on purpose.
std::optional<NotWalked> leftOutFolder(const fs::path &folder)
{
    const std::string name = folder.filename().string();
    const std::string lower = lowered(name);
    if (contains(backupFolders, lower))
        return NotWalked{folder, "is a backup by its name and is left out"};
    const auto behind = nameAfterCopyOf(name, lower);
    const std::size_t length = behind ? 0 : originalLength(lower);
    const std::string original = behind ? *behind : name.substr(0, length);
    const std::string mark
        = behind ? lower.substr(0, lower.size() - behind->size()) : lower.substr(length);
    const auto isMarked = [&](std::string_view word) { return mark.find(word) != mark.npos; };
    const bool isCopy = std::any_of(translationsOfCopy.begin(), translationsOfCopy.end(), isMarked)
        || std::any_of(backupFolders.begin(), backupFolders.end(), isMarked);
    std::error_code failed;
    if (!isCopy || original.empty() || !fs::is_directory(folder.parent_path() / original, failed))
        return std::nullopt;
    return NotWalked{folder, copyReason(original, mark)};
}

} // namespace

bool isIgnoredName(std::string_view name)
{
    return name.starts_with('.') || contains(ignoredFolders, name);
}

bool isPythonEnvironment(const fs::path &folder)
{
    std::error_code failed;
    return fs::exists(folder / "pyvenv.cfg", failed)
        || fs::is_directory(folder / "conda-meta", failed);
}

std::optional<CopyName> copyName(const std::string &fileName)
{
    const std::string lower = lowered(fileName);
    if (const std::size_t length = lengthBeforeBackup(lower); length > 0)
        return CopyName{fileName.substr(0, length), fileName.substr(length), true};
    if (auto original = nameAfterCopyOf(fileName, lower))
        return CopyName{*original, fileName.substr(0, fileName.size() - original->size()), false};
    const fs::path path(fileName);
    const std::string stem = path.stem().string();
    const std::size_t length = originalLength(std::string_view(lower).substr(0, stem.size()));
    if (length == 0 || length == stem.size())
        return std::nullopt;
    return CopyName{stem.substr(0, length) + path.extension().string(), stem.substr(length), false};
}

std::string copyReason(const std::string &original, const std::string &mark)
{
    return "is a copy or backup of \"" + original + "\" by its name (\"" + mark
        + "\") and is left out";
}

std::string AuthoredFiles::ignoredText(const fs::path &root) const
{
    constexpr std::size_t shown = 3;
    if (ignored.empty())
        return {};
    std::string text = ignored.size() == 1
        ? "1 hidden or generated file or folder is ignored: "
        : counted(ignored.size(), "hidden or generated file") + " and folders are ignored: ";
    for (std::size_t i = 0; i < std::min(ignored.size(), shown); ++i)
        text.append(i == 0 ? "" : ", ").append(ignored[i].lexically_relative(root).string());
    return ignored.size() > shown ? text + ", …" : text;
}

Result<AuthoredFiles> authoredFiles(const fs::path &root, FolderWalk walk,
                                    const std::function<bool(const fs::path &file)> &isOwnName)
{
    AuthoredFiles out;
    const auto isIgnored
        = [](const fs::path &path) { return isIgnoredName(path.filename().string()); };
    walk.enters = [&, enters = std::move(walk.enters)](const fs::path &below) {
        const bool isWanted = !isIgnored(below) && !isPythonEnvironment(root / below);
        if (!isWanted)
            out.ignored.push_back(root / below);
        const bool isOwn = isOwnName && isOwnName(root / below);
        const auto copy = isWanted && !isOwn ? leftOutFolder(root / below) : std::nullopt;
        if (copy)
            out.copies.push_back(*copy);
        return isWanted && !copy && (!enters || enters(below));
    };
    auto content = walkFolder(root, walk);
    if (!content)
        return std::move(content).error();
    std::set<fs::path> all;
    for (const NotWalked &refused : content->refused) {
        all.insert(refused.path);
        if (isIgnored(refused.path))
            out.ignored.push_back(refused.path);
        else
            out.content.refused.push_back(refused);
    }
    all.insert(content->files.begin(), content->files.end());
    for (fs::path &file : content->files) {
        if (isIgnored(file)) {
            out.ignored.push_back(std::move(file));
            continue;
        }
        auto copy = leftOut(file, all);
        if (!copy || (isOwnName && isOwnName(file)))
            out.content.files.push_back(std::move(file));
        else
            out.copies.push_back(std::move(*copy));
    }
    std::sort(out.ignored.begin(), out.ignored.end());
    std::ranges::sort(out.copies, {}, &NotWalked::path);
    for (fs::path &folder : content->folders) {
        if (!std::binary_search(out.ignored.begin(), out.ignored.end(), folder)
            && !std::ranges::binary_search(out.copies, folder, {}, &NotWalked::path))
            out.content.folders.push_back(std::move(folder));
    }
    out.content.isWhole = content->isWhole;
    return out;
}

} // namespace loupe
