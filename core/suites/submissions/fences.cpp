// SPDX-License-Identifier: Apache-2.0
#include "core/suites/submissions/fences.h"

#include "core/suites/text/pythontext.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace loupe {

namespace {

constexpr std::string_view whiteSpace = " \t\r\n\v\f";
constexpr std::string_view fence = "```";
constexpr std::string_view pythonFence = "```python";

/// Cleans like KernelBench and MultiKernelBench: the text between the first two fences, without the
/// language's name.
std::optional<std::string> firstFenced(const std::string &raw,
                                       std::initializer_list<std::string_view> languages)
{
    const std::size_t open = raw.find(fence);
    const std::size_t close
        = open == std::string::npos ? open : raw.find(fence, open + fence.size());
    if (close == std::string::npos)
        return std::nullopt;
    std::string code = trimmed(std::string_view(raw).substr(open + 3, close - open - 3));
    for (const std::string_view language : languages) {
        if (code.rfind(language, 0) == 0)
            code = trimmed(std::string_view(code).substr(language.size()));
    }
    return code;
}

/// Cleans like KernelBench-X's clear_code.
std::string kernelBenchXText(std::string text)
{
    if (const std::size_t open = text.find(pythonFence); open != std::string::npos)
        text.erase(0, open + pythonFence.size());
    if (const std::size_t close = text.find(fence); close != std::string::npos)
        text.erase(close);
    return trimmed(without(without(std::move(text), "<|im_end|>"), "<|EOT|>"));
}

/// Cleans like TritonBench's clear_code: the text after the last opening fence, including the
/// closing one.
std::string tritonBenchText(std::string text)
{
    const std::size_t open = text.rfind(pythonFence);
    if (open == std::string::npos)
        return text;
    text.erase(0, open + pythonFence.size());
    return without(without(std::move(text), "<|im_end|>"), "<|EOT|>");
}

std::string_view line(std::string_view text, std::size_t at)
{
    return text.substr(at, std::min(text.find('\n', at), text.size()) - at);
}

/// Returns the start of the line after the one at `at`; the text's size if there is none.
std::size_t nextLine(std::string_view text, std::size_t at)
{
    const std::size_t end = text.find('\n', at);
    return end == std::string_view::npos ? text.size() : end + 1;
}

/// Returns the whole fence of a line that opens or closes a block ("```" or "~~~"); empty for any
/// other line.
std::string_view fenceMark(std::string_view text)
{
    text = trimmedView(text);
    if (text.rfind(fence, 0) != 0 && text.rfind("~~~", 0) != 0)
        return {};
    return text.substr(0, std::min(text.find_first_not_of(text.front()), text.size()));
}

/// Returns the first line from `at` on that opens a block; npos if there is none.
std::size_t findOpening(std::string_view text, std::size_t at)
{
    for (; at < text.size(); at = nextLine(text, at)) {
        if (!fenceMark(line(text, at)).empty())
            return at;
    }
    return std::string_view::npos;
}

bool hasCode(std::string_view text)
{
    const PythonOutline outline = pythonOutline(text);
    return !outline.functions.empty() || !outline.classes.empty() || !outline.imports.empty();
}

/// Returns the end of the block opened by `mark`, searching from `begin`. A block ends at a fence
/// on its own line, at a fence after the last line of code, or with the text. A fence with a
/// language also ends it if there was no code so far, because then `mark` was a stray fence.
std::size_t findClosing(std::string_view text, std::size_t begin, std::string_view mark)
{
    bool isCode = false; // once it is, more text does not change that
    for (std::size_t at = begin; at < text.size(); at = nextLine(text, at)) {
        const std::string_view current = trimmedView(line(text, at));
        if (current == mark)
            return at;
        if (current.starts_with(mark)) {
            isCode = isCode || hasCode(text.substr(begin, at - begin));
            if (!isCode)
                return at;
        }
        if (current.size() > mark.size() && current.substr(current.size() - mark.size()) == mark
            && current.find(mark) == current.size() - mark.size())
            return at + line(text, at).rfind(mark);
    }
    return text.size();
}

std::vector<std::string> fencedBlocks(std::string_view text)
{
    std::vector<std::string> blocks;
    std::size_t at = findOpening(text, 0);
    while (at != std::string_view::npos) {
        const std::string_view mark = fenceMark(line(text, at));
        const std::size_t begin = nextLine(text, at);
        const std::size_t end = findClosing(text, begin, mark);
        blocks.push_back(trimmed(text.substr(begin, end - begin)));
        const bool isClosed = end < text.size() && trimmedView(line(text, end)) == mark;
        const bool isBehindCode
            = end < text.size() && !isClosed && fenceMark(line(text, end)).empty();
        at = end >= text.size()        ? std::string_view::npos
            : isClosed || isBehindCode ? findOpening(text, nextLine(text, end))
                                       : end;
    }
    return blocks;
}

bool definesAny(std::string_view text, const std::vector<std::string> &entries)
{
    const PythonOutline outline = pythonOutline(text);
    return std::any_of(entries.begin(), entries.end(),
                       [&](const std::string &entry) { return outline.defines(entry); });
}

std::size_t bestBlock(const std::vector<std::string> &blocks,
                      const std::vector<std::string> &entries)
{
    std::size_t best = 0;
    bool bestDefines = false;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const bool defines = definesAny(blocks[i], entries);
        if ((defines && !bestDefines)
            || (defines == bestDefines && blocks[i].size() >= blocks[best].size())) {
            best = i;
            bestDefines = defines;
        }
    }
    return best;
}

/// Returns the best block behind the blocks that it needs: those with a function that it calls but
/// does not define. A kernel and its wrapper are often in separate blocks.
std::string withNeeded(const std::vector<std::string> &blocks, std::size_t best)
{
    const PythonOutline own = pythonOutline(blocks[best]);
    const std::set<std::string_view> called = calledNames(blocks[best]);
    const auto isNeeded = [&](const std::string &function) {
        return !own.defines(function) && called.contains(function);
    };
    std::string out;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        if (i != best && std::ranges::any_of(pythonOutline(blocks[i]).functions, isNeeded))
            out.append(blocks[i]).append("\n\n");
    }
    return out.append(blocks[best]);
}

/// Returns the code of a text whose first fence is at `opening`.
std::string unfenced(const std::string &text, std::size_t opening,
                     const std::vector<std::string> &entries)
{
    const std::string_view before = std::string_view(text).substr(0, opening);
    // A fence after the entry's definition belongs to a comment, a string or a remark.
    const std::vector<std::string> blocks = fencedBlocks(text);
    const std::size_t best = bestBlock(blocks, entries);
    const bool hasEntry = !blocks.empty() && definesAny(blocks[best], entries);
    if (definesAny(before, entries) && !hasEntry)
        return fenceMark(line(text, opening)) == trimmedView(line(text, opening))
                && trimmedView(std::string_view(text).substr(opening)).find('\n')
                    == std::string_view::npos
            ? std::string(before)
            : text;
    if (!hasEntry && hasCode(before))
        return std::string(before);
    if (blocks.empty() || trimmedView(blocks[best]).empty())
        return std::string(trimmedView(before).empty()
                               ? std::string_view(text).substr(nextLine(text, opening))
                               : before);
    return withNeeded(blocks, best);
}

} // namespace

std::string without(std::string text, std::string_view token)
{
    for (std::size_t at = text.find(token); at != std::string::npos; at = text.find(token, at))
        text.erase(at, token.size());
    return text;
}

std::string_view trimmedView(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(whiteSpace);
    return first == std::string_view::npos
        ? std::string_view{}
        : text.substr(first, text.find_last_not_of(whiteSpace) - first + 1);
}

std::string trimmed(std::string_view text)
{
    return std::string(trimmedView(text));
}

std::string textAsSuite(SuiteLayout layout, SubmissionForm form, const std::string &raw)
{
    if (form == SubmissionForm::Folder)
        return raw;
    const bool isSeparatedSuite = layout == SuiteLayout::KernelBenchX
        || layout == SuiteLayout::TritonBenchT || layout == SuiteLayout::TritonBenchG;
    if (isSeparatedSuite && form == SubmissionForm::File)
        return std::string(splitAtSeparator(raw).implementation);
    if (layout == SuiteLayout::KernelBenchX)
        return kernelBenchXText(raw);
    if (isSeparatedSuite)
        return tritonBenchText(raw);
    if (layout == SuiteLayout::MultiKernelBench)
        return firstFenced(raw, {"python", "cpp", "json"}).value_or(raw);
    // KernelBench and KernelGenBench clean the model's answer when they store it, not when they
    // evaluate it.
    return raw;
}

std::string tolerantText(const std::string &raw, const std::vector<std::string> &entries)
{
    constexpr std::string_view thoughtEnd = "</think>";
    constexpr std::array<std::string_view, 4> tokens{"<|im_end|>", "<|EOT|>", "<|endoftext|>",
                                                     "<｜end▁of▁sentence｜>"};
    std::string text = raw;
    if (const std::size_t end = text.rfind(thoughtEnd);
        end != std::string::npos && !trimmedView(std::string_view(text).substr(end + 8)).empty())
        text.erase(0, end + thoughtEnd.size());
    for (const std::string_view token : tokens)
        text = without(std::move(text), token);
    if (const std::size_t opening = findOpening(text, 0); opening != std::string::npos)
        text = unfenced(text, opening, entries);
    return std::string(splitAtSeparator(text).implementation);
}

} // namespace loupe
