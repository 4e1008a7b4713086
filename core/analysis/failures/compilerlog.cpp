// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/failures/compilerlog.h"

#include "core/analysis/text/logtext.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace loupe {

namespace {

constexpr std::size_t maxDiagnostics = 200;

struct Keyword {
    std::string_view text;
    Severity severity;
};
constexpr Keyword keywords[] = {{"fatal error: ", Severity::Error},
                                {"internal compiler error: ", Severity::Error},
                                {"error: ", Severity::Error},
                                {"warning: ", Severity::Warning},
                                {"note: ", Severity::Note}};

/// Removes ":<number>" from the end of `text` and returns the number; 0 if there is none.
int takeNumber(std::string_view &text)
{
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos || colon + 1 == text.size())
        return 0;
    int number = 0;
    const char *end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data() + colon + 1, end, number);
    if (parsed.ptr != end || parsed.ec != std::errc() || number < 0)
        return 0;
    text = text.substr(0, colon);
    return number;
}

/// Parses "path:line:column: error: message".
std::optional<Diagnostic> fromCompiler(std::string_view line, std::string_view sourceFile)
{
    for (const Keyword &keyword : keywords) {
        const std::size_t at = line.find(keyword.text);
        if (at == std::string_view::npos || at < 2 || line.substr(at - 2, 2) != ": ")
            continue;
        std::string_view place = line.substr(0, at - 2);
        if (fileNameOf(place) == "collect2" || place.ends_with("ld"))
            return std::nullopt;
        const int second = takeNumber(place);
        const int first = takeNumber(place);
        Diagnostic diagnostic;
        diagnostic.severity = keyword.severity;
        diagnostic.line = first != 0 ? first : second;
        diagnostic.column = first != 0 ? second : 0;
        if (diagnostic.line != 0)
            diagnostic.file
                = fileNameOf(place) == sourceFile ? std::string(sourceFile) : std::string(place);
        diagnostic.message = std::string(line.substr(at + keyword.text.size()));
        return diagnostic;
    }
    return std::nullopt;
}

/// Parses a message of nvcc that begins with a severity and its number ("error #20096-D", "warning
/// #177-D"). Tools pad the word: "ptxas error   : message".
std::optional<Diagnostic> fromSeverity(std::string_view text)
{
    constexpr Keyword words[] = {{"catastrophic error", Severity::Error},
                                 {"fatal error", Severity::Error},
                                 {"fatal", Severity::Error},
                                 {"error", Severity::Error},
                                 {"warning", Severity::Warning}};
    for (const Keyword &word : words) {
        if (!text.starts_with(word.text))
            continue;
        std::string_view rest = text.substr(word.text.size());
        const std::size_t colon = rest.find(':');
        if (colon == std::string_view::npos
            || rest.substr(0, colon).find_first_not_of(" #-D0123456789") != std::string_view::npos)
            return std::nullopt;
        rest.remove_prefix(colon + 1);
        rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
        Diagnostic diagnostic;
        diagnostic.severity = word.severity;
        diagnostic.message = std::string(rest);
        return diagnostic;
    }
    return std::nullopt;
}

/// Parses "path(line): error: message" of nvcc's front end, or "ptxas error   : message" of its
/// tools.
std::optional<Diagnostic> fromCudaCompiler(std::string_view line, std::string_view sourceFile)
{
    for (const std::string_view tool : {"ptxas ", "nvcc ", "nvlink ", "fatbinary "}) {
        if (line.starts_with(tool))
            return fromSeverity(line.substr(tool.size()));
    }
    const std::size_t end = line.find("): ");
    const std::size_t open = end == std::string_view::npos ? end : line.rfind('(', end);
    if (open == std::string_view::npos || open == 0)
        return std::nullopt;
    int number = 0;
    const auto parsed = std::from_chars(line.data() + open + 1, line.data() + end, number);
    if (parsed.ec != std::errc() || parsed.ptr != line.data() + end || number <= 0)
        return std::nullopt;
    std::optional<Diagnostic> diagnostic = fromSeverity(line.substr(end + 3));
    if (diagnostic) {
        const std::string_view place = line.substr(0, open);
        diagnostic->file = std::string(fileNameOf(place) == sourceFile ? sourceFile : place);
        diagnostic->line = number;
    }
    return diagnostic;
}

/// Parses "/usr/bin/ld: /tmp/ccX.o: in function `f': candidate.cpp:(.text+0x1a): undefined
/// reference to …".
std::optional<Diagnostic> fromLinker(std::string_view line, std::string_view sourceFile)
{
    for (const std::string_view symptom : {"undefined reference to ", "multiple definition of ",
                                           "undefined symbol: ", "relocation R_", "cannot find "}) {
        const std::size_t at = line.find(symptom);
        if (at == std::string_view::npos)
            continue;
        return Diagnostic{
            Severity::Error, std::string(sourceFile), 0, 0, std::string(line.substr(at)), false};
    }
    return std::nullopt;
}

} // namespace

std::vector<Diagnostic> parseCompilerLog(std::string_view log, std::string_view sourceFile)
{
    std::vector<Diagnostic> found;
    const bool linkFailed = isLinkFailure(log);
    while (!log.empty() && found.size() < maxDiagnostics) {
        const std::string_view line = log.substr(0, log.find('\n'));
        log.remove_prefix(std::min(line.size() + 1, log.size()));
        std::optional<Diagnostic> diagnostic = fromCudaCompiler(line, sourceFile);
        if (!diagnostic)
            diagnostic = fromCompiler(line, sourceFile);
        if (!diagnostic && linkFailed)
            diagnostic = fromLinker(line, sourceFile);
        if (diagnostic && std::find(found.begin(), found.end(), *diagnostic) == found.end())
            found.push_back(std::move(*diagnostic));
    }
    const auto cause = std::find_if(found.begin(), found.end(), [](const Diagnostic &diagnostic) {
        return diagnostic.severity == Severity::Error;
    });
    if (cause != found.end())
        cause->isFirstCause = true;
    return found;
}

bool isLinkFailure(std::string_view log)
{
    return log.find("ld returned ") != std::string_view::npos
        || log.find("linker command failed") != std::string_view::npos;
}

bool isCompilerDeath(std::string_view log)
{
    for (const std::string_view symptom : {"Killed signal terminated program", "out of memory",
                                           "virtual memory exhausted", "Cannot allocate memory"}) {
        if (log.find(symptom) != std::string_view::npos)
            return true;
    }
    return false;
}

} // namespace loupe
