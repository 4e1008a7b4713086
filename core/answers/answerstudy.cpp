// SPDX-License-Identifier: Apache-2.0
#include "core/answers/answerstudy.h"

#include "core/base/authoredfiles.h"
#include "core/base/json.h"
#include "core/suites/text/jsonelements.h"

#include <algorithm>
#include <map>
#include <system_error>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t maxBytes = 16ULL << 20;
constexpr std::uintmax_t maxLineBytes = 1ULL << 30; ///< for a whole file of lines

/// Returns "level_1/problem_2" for "root/level_1/problem_2.txt".
std::string stemBelow(const fs::path &root, const fs::path &file)
{
    return file.lexically_relative(root).replace_extension().generic_string();
}

Result<std::vector<fs::path>> filesBelow(const fs::path &path, std::stop_token stop)
{
    std::error_code failed;
    if (!fs::is_directory(path, failed))
        return std::vector<fs::path>{path};
    FolderWalk walk;
    walk.stop = std::move(stop);
    auto authored = authoredFiles(path, std::move(walk), [](const fs::path &) { return true; });
    if (!authored)
        return std::move(authored).error();
    return std::move(authored->content.files);
}

/// Returns the name after `entryAfter` in the line's first text that contains it, except the
/// answer. The variants are the full name, the name with "_" for its dots, and its last part.
std::vector<std::string> entriesIn(const Json &line, const AnswerFiles &wanted)
{
    const std::string &mark = wanted.entryAfter;
    for (const auto &[key, value] : line.items()) {
        if (mark.empty() || !value.is_string() || key == wanted.field)
            continue;
        const std::string_view text = value.get_ref<const std::string &>();
        const std::size_t at = text.find(mark);
        if (at == std::string_view::npos)
            continue;
        const std::size_t from
            = std::min(text.find_first_not_of(" \t\r\n`\"", at + mark.size()), text.size());
        const std::size_t end
            = std::min(text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                              "0123456789_.",
                                              from),
                       text.size());
        std::string name(text.substr(from, end - from));
        std::string last = name.substr(name.rfind('.') + 1);
        std::replace(name.begin(), name.end(), '.', '_');
        return {std::move(name), std::move(last)};
    }
    return {};
}

Status readLines(const AnswerFiles &wanted, const fs::path &file, const std::string &text,
                 const std::string &name, std::vector<AnswerFile> &out)
{
    for (const JsonElement &element : jsonElements(text)) {
        const auto read = parseAnswer(element, file.string());
        if (!read)
            return read.error();
        std::vector<JsonProblem> problems;
        const JsonReader line(read->value, file.string() + ":" + std::to_string(element.line), "",
                              problems);
        AnswerFile answer;
        answer.name = name + ":" + std::to_string(element.line);
        answer.content = line.requiredString(wanted.field);
        answer.entries = entriesIn(read->value, wanted);
        answer.finishReason = line.optionalString("finish_reason");
        if (const auto whole = read->text(wanted.field.c_str()); !whole)
            line.problem(wanted.field, whole.error().message);
        if (!problems.empty()) {
            Error error = toError(problems);
            error.hint = "--field NAME says which field holds the answer";
            return error;
        }
        out.push_back(std::move(answer));
    }
    return {};
}

/// Returns the files below `folder` by their stems.
Result<std::map<std::string, fs::path>> savedFiles(const AnswerFiles &wanted)
{
    std::map<std::string, fs::path> out;
    if (wanted.saved.empty())
        return out;
    auto files = filesBelow(wanted.saved, wanted.stop);
    if (!files)
        return std::move(files).error();
    for (fs::path &file : *files) {
        std::string stem = stemBelow(wanted.saved, file);
        out.emplace(std::move(stem), std::move(file));
    }
    return out;
}

/// Returns the pairs of "```" from the start of the content, as most harnesses split answers.
std::vector<AnswerBlock> plainPairs(const std::string &content)
{
    const VisibleText all{{{0, static_cast<std::int64_t>(content.size())}}, -1};
    std::vector<AnswerBlock> blocks = answerBlocks(content, all, Segmentation::Pairs);
    std::erase_if(blocks, [](const AnswerBlock &block) { return !block.isClosed; });
    return blocks;
}

StudiedAnswer studied(const AnswerFile &file, EntryRule rule)
{
    if (!file.entries.empty())
        rule.entries = file.entries;
    StudiedAnswer out;
    out.name = file.name;
    out.extraction = extractCode({file.content, file.finishReason}, rule).extraction;
    const std::vector<AnswerBlock> pairs = plainPairs(file.content);
    const auto isFound = [&](const AnswerBlock &block) {
        return isProgram(joined(file.content, block.ranges), rule);
    };
    out.isFirstBlock = !pairs.empty() && isFound(pairs.front());
    out.isAnyPair = out.isFirstBlock || std::any_of(pairs.begin(), pairs.end(), isFound);
    out.isSavedWhole = file.saved && isProgram(*file.saved, rule);
    return out;
}

} // namespace

Result<std::vector<AnswerFile>> readAnswerFiles(const AnswerFiles &wanted)
{
    const auto saved = savedFiles(wanted);
    if (!saved)
        return saved.error();
    const auto files = filesBelow(wanted.path, wanted.stop);
    if (!files)
        return files.error();
    std::error_code failed;
    const bool isFolder = fs::is_directory(wanted.path, failed);
    std::vector<AnswerFile> out;
    for (const fs::path &file : *files) {
        const std::string extension = file.extension().string();
        const bool hasLines = extension == ".jsonl";
        if (isFolder && extension != ".txt" && extension != ".md" && !hasLines)
            continue;
        UntrustedLimits limits{hasLines ? maxLineBytes : maxBytes, FolderLinks::Refused,
                               wanted.stop};
        auto text = isFolder ? readUntrustedFile(wanted.path, file, limits) : [&] {
            auto opened = UntrustedFile::openNamed(file, limits);
            return opened ? opened->read() : Result<std::string>(std::move(opened).error());
        }();
        if (!text)
            return std::move(text).error();
        const std::string name = isFolder ? file.lexically_relative(wanted.path).generic_string()
                                          : file.filename().string();
        if (hasLines) {
            if (Status read = readLines(wanted, file, *text, name, out); !read)
                return read.error();
            continue;
        }
        AnswerFile answer;
        answer.name = name;
        answer.content = std::move(*text);
        const auto kept = saved->find(stemBelow(isFolder ? wanted.path : file.parent_path(), file));
        if (kept != saved->end()) {
            auto code = readUntrustedFile(wanted.saved, kept->second, limits);
            if (!code)
                return std::move(code).error();
            answer.saved = std::move(*code);
        }
        out.push_back(std::move(answer));
    }
    if (out.empty())
        return Error{Errc::InvalidInput, "holds no answers", wanted.path.string(),
                     "answers are files *.txt or *.md, or the lines of *.jsonl"};
    return out;
}

AnswerStudy studyAnswers(const std::vector<AnswerFile> &files, const EntryRule &rule)
{
    AnswerStudy study;
    study.answers.reserve(files.size());
    for (const AnswerFile &file : files) {
        StudiedAnswer answer = studied(file, rule);
        const Extraction &extraction = answer.extraction;
        ++study.byOutcome.at(static_cast<std::size_t>(extraction.outcome));
        if (hasCode(extraction)) {
            ++study.withCode;
            ++study.bySegmentation[extraction.segmentation];
            study.unclosed += extraction.isUnclosed ? 1 : 0;
            study.inOpenThought += extraction.isInOpenThought ? 1 : 0;
            study.lostByRun += answer.isSavedWhole ? 0 : 1;
        } else {
            study.savedButMissed += answer.isSavedWhole ? 1 : 0;
        }
        study.firstBlock += answer.isFirstBlock ? 1 : 0;
        study.anyPair += answer.isAnyPair ? 1 : 0;
        study.savedWhole += answer.isSavedWhole ? 1 : 0;
        study.answers.push_back(std::move(answer));
    }
    return study;
}

} // namespace loupe
