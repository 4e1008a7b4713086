// SPDX-License-Identifier: Apache-2.0
#include "core/suites/native/candidatefolder.h"

#include "core/base/authoredfiles.h"
#include "core/base/json.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <tuple>
#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t maxSourceBytes = 8 << 20;

/// Reads an untrusted candidate file: links must stay below the method's folder.
Result<std::string> readBelow(const fs::path &folder, const fs::path &file)
{
    return readUntrustedFile(folder, file,
                             {.maxBytes = maxSourceBytes, .links = FolderLinks::Within});
}

/// Returns true if there is an entry with this name, even a dangling link.
bool hasEntry(const fs::path &file)
{
    std::error_code failed;
    return fs::symlink_status(file, failed).type() != fs::file_type::not_found;
}

/// Returns the number in "round_12" for the prefix "round_".
std::optional<int> numbered(const std::string &text, std::string_view prefix)
{
    if (text.rfind(prefix, 0) != 0)
        return std::nullopt;
    const char *begin = text.data() + prefix.size();
    const char *end = text.data() + text.size();
    int value = 0;
    const auto [stop, failed] = std::from_chars(begin, end, value);
    if (failed != std::errc() || stop != end || begin == end || value < 0)
        return std::nullopt;
    return value;
}

/// Returns the language of a candidate file; empty if it is no candidate.
std::string languageOf(const fs::path &file)
{
    const fs::path extension = file.extension();
    if (extension == ".cpp")
        return "cpp";
    return extension == ".cu" ? "cuda" : "";
}

/// Derives a candidate's identity from its path below the method's folder.
std::optional<Candidate> identify(const fs::path &relative)
{
    std::vector<std::string> parts;
    for (const fs::path &part : relative.parent_path())
        parts.push_back(part.string());
    const std::string stem = relative.stem().string();
    Candidate candidate;
    if (parts.size() == 1) {
        candidate.task = parts[0] + "/" + stem;
        return candidate;
    }
    if (parts.size() != 2 && parts.size() != 3)
        return std::nullopt;
    candidate.task = parts[0] + "/" + parts[1];
    const auto round = numbered(stem, "round_");
    if (parts.size() == 3) {
        const auto sample = numbered(parts[2], "sample_");
        if (!sample || !round)
            return std::nullopt;
        candidate.sample = *sample;
        candidate.round = *round;
        return candidate;
    }
    if (round) {
        candidate.round = *round;
        return candidate;
    }
    if (const auto sample = numbered(stem, "sample_")) {
        candidate.sample = *sample;
        return candidate;
    }
    return std::nullopt;
}

Result<Method> readMethod(const fs::path &folder)
{
    Method method;
    method.name = folder.filename().string();
    const fs::path file = folder / "method.json";
    if (!hasEntry(file))
        return method;
    const auto text = readBelow(folder, file);
    if (!text)
        return text.error();
    const auto json = parseJson(*text, file.string());
    if (!json)
        return json.error();
    std::vector<JsonProblem> problems;
    const JsonReader reader(*json, file.string(), "", problems);
    reader.allowOnly({"schema", "name", "kind", "demo", "description"});
    if (json->is_object()) {
        if (reader.requiredInteger("schema") != 1)
            reader.problem("schema", "must be 1: this version reads no other");
        method.name = reader.requiredString("name");
        method.kind = reader.optionalString("kind");
        method.isDemo = reader.optionalBool("demo", false);
        method.description = reader.optionalString("description");
        if (method.name.empty() && reader.has("name"))
            reader.problem("name", "must not be empty");
    }
    if (!problems.empty())
        return toError(problems);
    return method;
}

void addFile(const fs::path &folder, const fs::path &file, CandidateSet &set)
{
    auto candidate = identify(file.lexically_relative(folder));
    if (!candidate) {
        set.unread.push_back(
            {file, "is not at <Category>/<task>.cpp or .cu, or a place for samples and rounds"});
        return;
    }
    auto source = readBelow(folder, file);
    if (!source) {
        set.unread.push_back({file, source.error().message});
        return;
    }
    candidate->method = set.method.name;
    candidate->source = std::move(*source);
    candidate->language = languageOf(file);
    candidate->fileName = file.lexically_relative(folder).string();
    fs::path feedback = file;
    feedback.replace_extension(".feedback.txt");
    if (hasEntry(feedback)) {
        if (auto text = readBelow(folder, feedback))
            candidate->feedback = std::move(*text);
        else
            set.unread.push_back(
                {feedback, text.error().message + "; the candidate is taken without feedback"});
    }
    set.candidates.push_back(std::move(*candidate));
}

/// Drops duplicates of one task, sample and round ("softmax.cpp" and "softmax/round_0.cpp"); the
/// first is kept. Files in two languages ("softmax.cu") belong to different platforms and are no
/// duplicates.
void dropDuplicates(const fs::path &folder, CandidateSet &set)
{
    const auto key
        = [](const Candidate &c) { return std::tie(c.task, c.language, c.sample, c.round); };
    auto &all = set.candidates;
    std::stable_sort(all.begin(), all.end(),
                     [&](const Candidate &a, const Candidate &b) { return key(a) < key(b); });
    std::vector<Candidate> kept;
    for (Candidate &candidate : all) {
        if (!kept.empty() && key(kept.back()) == key(candidate))
            set.unread.push_back({folder / candidate.fileName,
                                  "is the same sample and round as " + kept.back().fileName});
        else
            kept.push_back(std::move(candidate));
    }
    all = std::move(kept);
}

Result<CandidateSet> readOneMethod(const fs::path &folder)
{
    CandidateSet set;
    auto method = readMethod(folder);
    if (!method)
        return method.error();
    set.method = std::move(*method);
    const auto authored = authoredFiles(folder, {.links = FolderLinks::Within});
    if (!authored)
        return authored.error();
    for (const fs::path &file : authored->content.files) {
        if (!languageOf(file).empty())
            addFile(folder, file, set);
    }
    if (std::string ignored = authored->ignoredText(folder); !ignored.empty())
        set.unread.push_back({folder, std::move(ignored)});
    for (const NotWalked &copy : authored->copies)
        set.unread.push_back({copy.path, copy.reason});
    for (const NotWalked &left : authored->content.refused) {
        // Unreadable feedback is reported where its candidate is read.
        if (!left.path.string().ends_with(".feedback.txt"))
            set.unread.push_back({left.path, left.reason});
    }
    if (!authored->content.isWhole)
        set.unread.push_back({folder, "holds more entries than are read"});
    dropDuplicates(folder, set);
    if (set.candidates.empty())
        return Error{Errc::InvalidInput, "the folder holds no candidate", folder.string(),
                     "put candidates at <Category>/<task>.cpp or .cu",
                     set.unread.empty()
                         ? ""
                         : set.unread.front().file.string() + ": " + set.unread.front().reason};
    return set;
}

} // namespace

Result<std::vector<CandidateSet>> readCandidates(const fs::path &folder)
{
    std::error_code failed;
    if (!fs::is_directory(folder, failed)) {
        const bool isFile = fs::exists(folder, failed);
        return Error{
            isFile ? Errc::InvalidInput : Errc::NotFound,
            isFile ? "is a file, not a folder of candidates" : "there is no such candidate folder",
            folder.string(),
            isFile ? "name the folder that has its category's folder in it" : "check the path"};
    }
    std::vector<fs::path> methods;
    std::vector<UnreadCandidate> linked;
    if (!hasEntry(folder / "method.json")) {
        for (const auto &entry : fs::directory_iterator(folder, failed)) {
            if (!entry.is_directory() || isIgnoredName(entry.path().filename().string())
                || !hasEntry(entry.path() / "method.json"))
                continue;
            if (entry.is_symlink())
                linked.push_back(
                    {entry.path(), "is a link to a folder, and those are not followed"});
            else
                methods.push_back(entry.path());
        }
        std::sort(methods.begin(), methods.end());
    }
    if (methods.empty())
        methods.push_back(fs::canonical(folder, failed));
    std::vector<CandidateSet> sets;
    for (const fs::path &method : methods) {
        auto set = readOneMethod(method);
        if (!set)
            return set.error();
        const auto sameName
            = [&](const CandidateSet &other) { return other.method.name == set->method.name; };
        if (std::any_of(sets.begin(), sets.end(), sameName))
            return Error{Errc::InvalidInput,
                         "two folders name the method \"" + set->method.name + "\"",
                         (method / "method.json").string(), "rename one of them"};
        sets.push_back(std::move(*set));
    }
    sets.front().unread.insert(sets.front().unread.end(), linked.begin(), linked.end());
    return sets;
}

} // namespace loupe
