// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/failures/errorlog.h"

#include "core/analysis/failures/compilerlog.h"
#include "core/analysis/failures/pythontraceback.h"
#include "core/analysis/text/logtext.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <optional>
#include <utility>

namespace loupe {

namespace {

constexpr std::size_t maxErrors = 200;

/// The prefix of a tool's error; the message follows it.
struct ErrorOpening {
    std::string_view words;
    ErrorVoice voice;
};
constexpr std::array errorOpenings{
    ErrorOpening{"CUDA error: ", ErrorVoice::CudaRuntime},
    ErrorOpening{"CUDA Error: ", ErrorVoice::CudaRuntime},
    ErrorOpening{"CUDA driver error: ", ErrorVoice::CudaRuntime},
    ErrorOpening{"CUDA kernel launch failed: ", ErrorVoice::CudaRuntime},
    ErrorOpening{"Triton Error [CUDA]: ", ErrorVoice::CudaRuntime},
    ErrorOpening{"CUDA out of memory", ErrorVoice::CudaRuntime},
    ErrorOpening{"ERROR: AddressSanitizer: ", ErrorVoice::Sanitizer},
    ErrorOpening{"WARNING: ThreadSanitizer: ", ErrorVoice::Sanitizer},
    ErrorOpening{"WARNING: MemorySanitizer: ", ErrorVoice::Sanitizer},
    ErrorOpening{"ERROR: LeakSanitizer: ", ErrorVoice::Sanitizer},
    ErrorOpening{": runtime error: ", ErrorVoice::Sanitizer},
    ErrorOpening{"========= Invalid ", ErrorVoice::Sanitizer},
    ErrorOpening{"========= Misaligned ", ErrorVoice::Sanitizer},
    ErrorOpening{"========= Error: ", ErrorVoice::Sanitizer},
    ErrorOpening{"========= Uninitialized ", ErrorVoice::Sanitizer},
};

/// Removes ":<number>" from the end of `text` and returns the number; 0 if there is none.
int takePlaceNumber(std::string_view &text)
{
    const std::size_t colon = text.rfind(':');
    int number = 0;
    if (colon == std::string_view::npos)
        return 0;
    const char *end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data() + colon + 1, end, number);
    if (parsed.ec != std::errc() || parsed.ptr != end || number <= 0)
        return 0;
    text = text.substr(0, colon);
    return number;
}

/// Reads "path:line:column" or "path:line" from the end of `text`, after its last blank.
void readPlace(std::string_view text, Diagnostic &diagnostic)
{
    while (!text.empty() && (text.back() == ')' || text.back() == ' '))
        text.remove_suffix(1);
    text = text.substr(text.rfind(' ') + 1); // npos + 1 == 0
    const int second = takePlaceNumber(text);
    const int first = second != 0 ? takePlaceNumber(text) : 0;
    if (second == 0)
        return;
    diagnostic.line = first != 0 ? first : second;
    diagnostic.column = first != 0 ? second : 0;
    diagnostic.file = std::string(fileNameOf(text));
}

/// Reads the first frame with a location in a sanitizer's stack: "    #1 0x4f in f /a/b.cpp:12:5",
/// or compute-sanitizer's "=========     at kernel+0x80 in b.cu:12".
void readStack(std::string_view rest, Diagnostic &diagnostic)
{
    constexpr int maxFrames = 30;
    for (int i = 0; i < maxFrames && !rest.empty() && diagnostic.line == 0; ++i) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        const bool isFrame = line.find('#') != std::string_view::npos
            || (line.starts_with("=========") && line.find(" in ") != std::string_view::npos);
        if (isFrame)
            readPlace(line, diagnostic);
    }
}

std::optional<LoggedError> fromLine(std::string_view line, std::string_view rest)
{
    for (const ErrorOpening &opening : errorOpenings) {
        const std::size_t at = line.find(opening.words);
        if (at == std::string_view::npos)
            continue;
        LoggedError error;
        error.voice = opening.voice;
        const bool keepsWords = !opening.words.ends_with(": ");
        std::string_view message = line.substr(keepsWords ? at : at + opening.words.size());
        if (message.starts_with("========= "))
            message.remove_prefix(std::string_view("========= ").size());
        error.diagnostic.message = std::string(message);
        if (opening.words == ": runtime error: ")
            readPlace(line.substr(0, at), error.diagnostic);
        else if (opening.voice == ErrorVoice::Sanitizer)
            readStack(rest, error.diagnostic);
        return error;
    }
    return std::nullopt;
}

std::vector<LoggedError> parseRuntimeErrors(std::string_view log)
{
    std::vector<LoggedError> found;
    while (!log.empty() && found.size() < maxErrors) {
        const std::string_view line = log.substr(0, log.find('\n'));
        log.remove_prefix(std::min(line.size() + 1, log.size()));
        if (auto error = fromLine(line, log);
            error && std::find(found.begin(), found.end(), *error) == found.end())
            found.push_back(std::move(*error));
    }
    return found;
}

/// Fills gaps from other errors. Triton may omit the cause, which the exception before it states. A
/// CUDA error has no location and takes that of the first Python exception with one.
void completeFromNeighbours(std::vector<LoggedError> &errors)
{
    for (std::size_t i = 1; i < errors.size(); ++i) {
        Diagnostic &diagnostic = errors[i].diagnostic;
        const LoggedError &before = errors[i - 1];
        if (errors[i].voice == ErrorVoice::Triton && before.voice == ErrorVoice::Python
            && !before.isCutOff && diagnostic.message == wordlessTritonError)
            diagnostic.message = "CompilationError: " + before.diagnostic.message;
    }
    const auto traceback = std::find_if(errors.begin(), errors.end(), [](const LoggedError &error) {
        return error.voice == ErrorVoice::Python && error.diagnostic.line != 0;
    });
    if (traceback == errors.end())
        return;
    for (LoggedError &error : errors) {
        if (error.voice != ErrorVoice::CudaRuntime)
            continue;
        error.diagnostic.file = traceback->diagnostic.file;
        error.diagnostic.line = traceback->diagnostic.line;
    }
}

/// Returns a rank: the smaller, the closer to the cause.
int distanceFromCause(const LoggedError &error)
{
    switch (error.voice) {
    case ErrorVoice::Sanitizer:
        return 0;
    case ErrorVoice::Compiler:
        return 1;
    case ErrorVoice::Triton:
        return 2;
    case ErrorVoice::CudaRuntime:
        return 3;
    case ErrorVoice::Python:
        return error.isCutOff ? 5 : 4;
    }
    return 5;
}

} // namespace

std::vector<LoggedError> parseErrorLog(std::string_view log)
{
    std::vector<LoggedError> found = parseRuntimeErrors(log);
    for (Diagnostic &diagnostic : parseCompilerLog(log, {})) {
        if (diagnostic.severity != Severity::Error)
            continue;
        diagnostic.isFirstCause = false;
        found.push_back({ErrorVoice::Compiler, std::move(diagnostic), false});
    }
    for (LoggedError &error : parsePythonTracebacks(log))
        found.push_back(std::move(error));
    if (found.size() > maxErrors)
        found.resize(maxErrors);
    completeFromNeighbours(found);
    const auto first
        = std::min_element(found.begin(), found.end(), [](const auto &a, const auto &b) {
              return distanceFromCause(a) < distanceFromCause(b);
          });
    if (first != found.end())
        first->diagnostic.isFirstCause = true;
    return found;
}

const LoggedError *firstCause(const std::vector<LoggedError> &errors)
{
    const auto first = std::find_if(errors.begin(), errors.end(), [](const LoggedError &error) {
        return error.diagnostic.isFirstCause;
    });
    return first == errors.end() ? nullptr : &*first;
}

} // namespace loupe
