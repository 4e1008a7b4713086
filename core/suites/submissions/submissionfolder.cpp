// SPDX-License-Identifier: Apache-2.0
#include "core/suites/submissions/submissionfolder.h"

#include "core/base/authoredfiles.h"
#include "core/base/result.h"
#include "core/base/textencoding.h"
#include "core/base/untrustedfile.h"
#include "core/model/record/sourcefiles.h"
#include "core/suites/submissions/submission.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>
#include <vector>

namespace loupe {

namespace fs = std::filesystem;

namespace {

/// Names of entries in public collections. One of them wins over any other name.
constexpr std::array<std::string_view, 5> entryNames{"model_new.py", "kernel.py", "solution.py",
                                                     "main.py", "__init__.py"};
/// Includes files that are ignored, such as a repository's own.
constexpr std::size_t maxFolderEntries = 10'000;

/// Way in which a Python file offers a name at its top level.
enum class Offer { None, Imported, Defined };

bool isOfName(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Returns whether the text begins with `word` as a whole name, and removes it with blanks after.
bool takeWord(std::string_view &text, std::string_view word)
{
    if (!text.starts_with(word) || (text.size() > word.size() && isOfName(text[word.size()])))
        return false;
    text.remove_prefix(word.size());
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    return true;
}

bool hasWord(std::string_view text, std::string_view word)
{
    for (std::size_t at = text.find(word); at != std::string_view::npos;
         at = text.find(word, at + 1)) {
        std::string_view rest = text.substr(at);
        if ((at == 0 || !isOfName(text[at - 1])) && takeWord(rest, word))
            return true;
    }
    return false;
}

Offer offerOfLine(std::string_view line, std::string_view entry)
{
    std::string_view rest = line;
    if (takeWord(rest, "class"))
        return takeWord(rest, entry) ? Offer::Defined : Offer::None;
    if (takeWord(rest, entry)) // "ModelNew = Fast", no "ModelNew == …"
        return rest.starts_with('=') && !rest.starts_with("==") ? Offer::Defined : Offer::None;
    const bool isImport = takeWord(rest, "from") || takeWord(rest, "import");
    return isImport && hasWord(rest, entry) ? Offer::Imported : Offer::None;
}

/// Reads line by line. An entry that a file makes in another way, such as in a condition, is found
/// by no rule: its file has to be the only one.
Offer offerOf(std::string_view text, std::string_view entry)
{
    Offer best = Offer::None;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        best = std::max(best, offerOfLine(text.substr(0, end), entry));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return best;
}

Error refusedFolder(std::string reason)
{
    return Error{Errc::InvalidInput, std::move(reason)};
}

Error refusedFile(const std::string &path, const std::string &reason)
{
    return refusedFolder("is not read as a submission: its file \"" + path + "\" " + reason);
}

std::string tooManyBytes()
{
    return "has files of more than " + std::to_string(maxSubmissionBytes)
        + " bytes together; larger submissions are not read";
}

Result<std::vector<SourceFile>> readFolderFiles(const fs::path &root, const fs::path &folder)
{
    FolderWalk walk;
    walk.maxEntries = maxFolderEntries;
    // Within a submission, a file that is named like a copy counts as well.
    auto authored = authoredFiles(folder, std::move(walk), [](const fs::path &) { return true; });
    if (!authored)
        return std::move(authored).error();
    const FolderContent &content = authored->content;
    if (!content.refused.empty()) {
        const NotWalked &first = content.refused.front();
        return refusedFile(first.path.lexically_relative(folder).generic_string(), first.reason);
    }
    if (!content.isWhole || content.files.size() > maxSubmissionFiles)
        return refusedFolder("has more than " + std::to_string(maxSubmissionFiles)
                             + " files; a larger folder is not read as a submission");
    std::vector<SourceFile> files;
    std::size_t bytes = 0;
    for (const fs::path &path : content.files) {
        auto file = readFolderFile(root, folder, path);
        if (!file)
            return std::move(file).error();
        bytes += file->text.size();
        if (bytes > maxSubmissionBytes)
            return refusedFolder(tooManyBytes());
        files.push_back(std::move(*file));
    }
    std::ranges::sort(files, {}, &SourceFile::path);
    return files;
}

struct OfferedEntry {
    std::size_t file = 0; ///< index in the files
    Offer offer = Offer::None;
    bool isNamed = false; ///< has one of `entryNames`
};

std::string namesOfEntries(const std::vector<SourceFile> &files,
                           const std::vector<OfferedEntry> &entries)
{
    std::string names;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const bool isLast = i + 1 == entries.size();
        names += i == 0 ? "" : isLast ? " and " : ", ";
        names += "\"" + files[entries[i].file].path + "\"";
    }
    return names;
}

Error noEntry(std::string_view entry)
{
    std::string names;
    for (const std::string_view name : entryNames)
        names.append(name).append(", ");
    return refusedFolder("has no entry file: looked for " + std::string(entry) + " in " + names
                         + "and every other .py file directly in the folder");
}

Result<std::size_t> entryAmong(const std::vector<SourceFile> &files, std::string_view entry)
{
    std::vector<OfferedEntry> found;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const std::string &path = files[i].path;
        if (!path.ends_with(".py") || path.find('/') != std::string::npos)
            continue;
        const bool isNamed = std::ranges::find(entryNames, path) != entryNames.end();
        const Offer offer = offerOf(files[i].text, entry);
        // A test that only imports the entry is not one.
        if (offer == Offer::Defined || (isNamed && offer == Offer::Imported))
            found.push_back({i, offer, isNamed});
    }
    if (std::ranges::any_of(found, &OfferedEntry::isNamed))
        std::erase_if(found, [](const OfferedEntry &one) { return !one.isNamed; });
    if (std::ranges::find(found, Offer::Defined, &OfferedEntry::offer) != found.end())
        std::erase_if(found, [](const OfferedEntry &one) { return one.offer != Offer::Defined; });
    if (found.empty())
        return noEntry(entry);
    if (found.size() > 1)
        return refusedFolder("has " + std::to_string(found.size()) + " entry files: "
                             + namesOfEntries(files, found) + " define " + std::string(entry));
    return found.front().file;
}

} // namespace

Result<SourceFile> readFolderFile(const fs::path &root, const fs::path &folder,
                                  const fs::path &file, FolderLinks links)
{
    SourceFile out;
    out.path = file.lexically_relative(folder).generic_string();
    if (const std::string problem = pathProblem(out.path); !problem.empty())
        return refusedFile(out.path, problem);
    auto text = readUntrustedFile(root, file, {.maxBytes = maxSubmissionBytes, .links = links});
    if (text && file.extension() == ".py")
        text = pythonSourceAsUtf8(std::move(*text));
    if (!text)
        return refusedFile(out.path, text.error().message);
    // The line end reveals a character that is cut off by the end.
    if (const auto fault = encodingFault(*text + "\n"))
        return refusedFile(out.path, fault->message);
    if (text->find('\0') != std::string::npos)
        return refusedFile(out.path, "is not text: it has a byte 0");
    if (encodingFault(out.path + "\n"))
        return refusedFile(out.path, "has a name that is not UTF-8");
    out.text = std::move(*text);
    return out;
}

Result<std::string> readSubmissionFolder(const fs::path &root, const fs::path &folder,
                                         std::string_view entry)
{
    auto files = readFolderFiles(root, folder);
    if (!files)
        return std::move(files).error();
    const auto first = entryAmong(*files, entry);
    if (!first)
        return first.error();
    const auto at = files->begin() + static_cast<std::ptrdiff_t>(*first);
    std::rotate(files->begin(), at, at + 1);
    return joinedFiles(*files);
}

} // namespace loupe
