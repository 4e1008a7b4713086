// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/failures/statedcause.h"

#include "core/analysis/text/logtext.h"

#include <algorithm>
#include <array>
#include <vector>

namespace loupe {

namespace {

using StatedLines = std::vector<std::string_view>;

constexpr std::string_view entryCheck = "kernel entry check: ";

/// KernelBench-X looks for the task's function before it runs anything.
std::optional<StatedCause> statedByEntryCheck(std::string_view line)
{
    const std::size_t at = line.find(entryCheck);
    if (at == std::string_view::npos)
        return std::nullopt;
    const std::string_view said = line.substr(at + entryCheck.size());
    if (said.starts_with("need `def "))
        return StatedCause{FailureKind::MissingEntry,
                           std::string(entryCheck) + "the task's function is not defined"};
    if (said.starts_with("empty implementation"))
        return StatedCause{FailureKind::EmptySubmission, std::string(line.substr(at))};
    if (said.starts_with("syntax error"))
        return StatedCause{FailureKind::Syntax, std::string(line.substr(at))};
    return StatedCause{FailureKind::RefusedText, std::string(line.substr(at))};
}

/// KernelBench reports the same for text that is not Python and for text without the class. Text
/// without the class may also not be Python.
std::optional<StatedCause> statedByLoader(std::string_view line, std::string_view source)
{
    constexpr std::string_view words
        = "Syntax error in custom generated code or ModelNew not found";
    if (line.find(words) == std::string_view::npos)
        return std::nullopt;
    if (source.empty())
        return StatedCause{FailureKind::CompileOther, std::string(words)};
    const bool hasClass = source.find("class ModelNew") != std::string_view::npos
        || source.find("ModelNew =") != std::string_view::npos;
    return hasClass ? StatedCause{FailureKind::Syntax, "not valid Python"}
                    : StatedCause{FailureKind::MissingEntry, "no class ModelNew"};
}

/// Parses "Error code: 400 - {…}", the format of clients of OpenAI's interface.
std::optional<StatedCause> statedByEndpoint(std::string_view line)
{
    constexpr std::string_view opening = "Error code: ";
    constexpr std::size_t digits = 3;
    const std::size_t at = line.find(opening);
    if (at == std::string_view::npos)
        return std::nullopt;
    const std::string_view code = line.substr(at + opening.size(), digits);
    const bool isCode = code.size() == digits
        && std::ranges::all_of(code, [](char c) { return c >= '0' && c <= '9'; })
        && line.substr(at + opening.size() + digits).starts_with(" - ");
    if (!isCode)
        return std::nullopt;
    // Replaces the status by words, because normalisation removes numbers.
    const std::string side = code.front() == '4' ? "refused the request" : "failed";
    return StatedCause{FailureKind::Endpoint, "the model's endpoint " + side};
}

struct StatedOpening {
    std::string_view words;
    FailureKind kind;
};
constexpr std::array statedOpenings{
    StatedOpening{"Quantization check failed: ", FailureKind::RefusedText},
    StatedOpening{"static_failed: ", FailureKind::RefusedText},
    StatedOpening{"Generation failed: ", FailureKind::EmptySubmission},
    StatedOpening{"no end within ", FailureKind::Timeout},
    StatedOpening{"Fatal Python error: ", FailureKind::Signal},
};

std::optional<StatedCause> statedByOpening(std::string_view line)
{
    const auto *found = std::ranges::find_if(
        statedOpenings, [&](const StatedOpening &each) { return line.starts_with(each.words); });
    if (found == statedOpenings.end())
        return std::nullopt;
    return StatedCause{found->kind, std::string(line)};
}

/// Returns true for "torch.OutOfMemoryError", "builtins.KeyError", "AssertionError".
bool isExceptionType(std::string_view type)
{
    const bool isName = !type.empty() && std::ranges::all_of(type, [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')
            || c == '_' || c == '.';
    });
    return isName
        && (type.ends_with("Error") || type.ends_with("Exception") || type.ends_with("Interrupt")
            || type.ends_with("OutOfResources"));
}

/// Triton marks the location by "^" and puts the message below it.
std::optional<StatedCause> statedBelowMark(const StatedLines &lines)
{
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
        const std::string_view words = trimmedText(lines[i + 1]);
        if (trimmedText(lines[i]) != "^" || words.empty())
            continue;
        return StatedCause{kindOfWords(words).value_or(FailureKind::TritonCompile),
                           "CompilationError: " + std::string(words)};
    }
    return std::nullopt;
}

/// Takes the first exception, which is the root cause of a chain.
std::optional<StatedCause> statedByException(const StatedLines &lines)
{
    for (const std::string_view line : lines) {
        const std::string_view type = line.substr(0, line.find(": "));
        if (!isExceptionType(type) || type.ends_with("CompilationError"))
            continue;
        return StatedCause{kindOfWords(line).value_or(FailureKind::PythonOther), std::string(line)};
    }
    return std::nullopt;
}

/// Recognises frames without an exception: the record ends before the exception.
std::optional<StatedCause> statedByFrames(const StatedLines &lines)
{
    const bool hasFrame = std::ranges::any_of(lines, [](std::string_view line) {
        return trimmedText(line).starts_with("File \"")
            && line.find("\", line ") != std::string_view::npos;
    });
    if (!hasFrame)
        return std::nullopt;
    return StatedCause{FailureKind::CutOff, "a traceback that is cut off at both ends"};
}

} // namespace

std::optional<StatedCause> statedCause(std::string_view text, std::string_view source)
{
    const StatedLines lines = textLines(text);
    for (const std::string_view each : lines) {
        const std::string_view line = trimmedText(each);
        for (const auto &found : {statedByEntryCheck(line), statedByLoader(line, source),
                                  statedByEndpoint(line), statedByOpening(line)}) {
            if (found)
                return found;
        }
    }
    if (auto below = statedBelowMark(lines))
        return below;
    if (auto exception = statedByException(lines))
        return exception;
    return statedByFrames(lines);
}

} // namespace loupe
