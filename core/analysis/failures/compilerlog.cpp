// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/failures/compilerlog.h"

#include "core/analysis/text/logtext.h"

#include <algorithm>
#include <array>
#include <charconv>

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

namespace {

constexpr std::string_view endOfName = " \t\r:'\"`";
constexpr std::string_view missingFile = ": No such file or directory";

/// Returns the text between `before` and the next `after`; empty if either is missing.
std::string_view between(std::string_view line, std::string_view before, std::string_view after)
{
    const std::size_t at = line.find(before);
    if (at == std::string_view::npos)
        return {};
    const std::string_view rest = line.substr(at + before.size());
    const std::size_t end = rest.find(after);
    return end == std::string_view::npos ? std::string_view() : rest.substr(0, end);
}

MachineLack lackOfProgram(std::string_view path)
{
    const std::string name(fileNameOf(path));
    if (name == "nvcc" || name == "cicc" || name == "ptxas" || name == "fatbinary")
        return {"the CUDA compiler (" + name + ") is not on this machine",
                "install the CUDA Toolkit of torch's version"};
    if (name == "ninja")
        return {"ninja is not on this machine",
                "install it into the run's Python: pip install ninja"};
    return {"the program " + name + " is not on this machine",
            "install a C++ compiler, such as: apt install g++"};
}

/// Parses "/bin/sh: 1: g++: not found" and "sh: g++: command not found".
std::optional<MachineLack> fromShell(std::string_view line)
{
    for (const std::string_view suffix : {": command not found", ": not found"}) {
        if (!line.ends_with(suffix))
            continue;
        const std::string_view said = line.substr(0, line.size() - suffix.size());
        const std::size_t colon = said.rfind(": ");
        const std::string_view shell = fileNameOf(said.substr(0, said.find(':')));
        if (colon != std::string_view::npos
            && (shell == "sh" || shell == "bash" || shell == "dash"))
            return lackOfProgram(said.substr(colon + 2));
    }
    return std::nullopt;
}

/// Recognises a missing compiler or a missing part of it.
std::optional<MachineLack> fromDriver(std::string_view line)
{
    constexpr std::string_view pythonError
        = "FileNotFoundError: [Errno 2] No such file or directory: '";
    if (const std::string_view name = between(line, pythonError, "'"); !name.empty())
        return lackOfProgram(name);
    if (line.find("Ninja is required to load C++ extensions") != std::string_view::npos)
        return lackOfProgram("ninja");
    if (line.find("CUDA_HOME environment variable is not set") != std::string_view::npos)
        return lackOfProgram("nvcc");
    if (line.find("Failed to find C compiler") != std::string_view::npos)
        return lackOfProgram("gcc");
    if (line.find("No working C++ compiler found") != std::string_view::npos)
        return lackOfProgram("g++");
    constexpr std::array<std::array<std::string_view, 2>, 6> quotes{
        {{"cannot execute '", "'"},
         {"cannot execute \u2018", "\u2019"},
         {"cannot find 'ld", "'"},
         {"cannot find \u2018ld", "\u2019"},
         {"invalid linker name in argument '-fuse-ld=", "'"},
         {"Could not find '", "'"}}};
    const bool isFatal = line.find("error: ") != std::string_view::npos
        || line.find("fatal ") != std::string_view::npos;
    for (const auto &[before, after] : quotes) {
        if (!isFatal || line.find(before) == std::string_view::npos)
            continue;
        const std::string_view name = between(line, before, after);
        return lackOfProgram(before.ends_with("ld") || name.empty() ? "ld" : name);
    }
    return std::nullopt;
}

/// Parses "ld: cannot find -lfoo", "ld.lld: error: unable to find library -lfoo" and "library not
/// found: foo".
std::optional<MachineLack> fromLinker(std::string_view line)
{
    std::string_view name;
    for (const std::string_view symptom : {"cannot find -l", "unable to find library -l",
                                           "library not found for -l", "library not found: "}) {
        if (const std::size_t at = line.find(symptom); at != std::string_view::npos)
            name = line.substr(at + symptom.size());
    }
    if (name.empty()) { // start files, which every program is linked with
        const std::size_t at = line.find("cannot find ");
        const std::string_view file
            = at == std::string_view::npos ? std::string_view() : line.substr(at + 12);
        if (file.find("crt") == 0 || file.find("Scrt1.o") == 0)
            name = file;
    }
    name = name.substr(0, name.find_first_of(endOfName));
    if (name.empty())
        return std::nullopt;
    return MachineLack{"the linker finds no library \"" + std::string(name) + "\" on this machine",
                       "install its development package, or do without the candidate"};
}

/// Returns true if the header belongs to the candidate or to torch. Torch is installed, so the
/// header's name must be wrong.
bool isOwnHeader(std::string_view header, std::string_view echo)
{
    for (const std::string_view folder : {"torch/", "ATen/", "c10/", "caffe2/", "pybind11/"}) {
        if (header.starts_with(folder))
            return true;
    }
    if (echo.find("#include <") != std::string_view::npos
        || echo.find('"') == std::string_view::npos)
        return false;
    constexpr std::array<std::string_view, 12> toolkits{
        "cuda",     "cublas",  "cudnn", "cutlass", "cute/",
        "cub/",     "thrust/", "nccl",  "mma.h",   "cooperative_groups",
        "Python.h", "omp.h"};
    return std::none_of(toolkits.begin(), toolkits.end(),
                        [&](std::string_view toolkit) { return header.starts_with(toolkit); });
}

/// Returns the header that a compiler does not find; empty if the line names none.
std::string_view headerMissingIn(std::string_view line)
{
    if (line.find("fatal error: ") != std::string_view::npos && line.find(missingFile) != line.npos)
        return between(line, "fatal error: ", missingFile);
    if (line.find("file not found") != std::string_view::npos)
        return between(line, "error: '", "' file not found");
    return between(line, "error: cannot open source file \"", "\"");
}

std::optional<MachineLack> fromHeader(const std::vector<std::string_view> &lines, std::size_t at)
{
    constexpr std::size_t echoed = 3; // the compiler repeats the line of the source
    const std::string_view header = headerMissingIn(lines[at]);
    if (header.empty())
        return std::nullopt;
    std::string_view echo;
    for (std::size_t i = at + 1; i < std::min(lines.size(), at + 1 + echoed) && echo.empty(); ++i) {
        if (lines[i].find("include") != std::string_view::npos)
            echo = lines[i];
    }
    if (isOwnHeader(header, echo))
        return std::nullopt;
    std::string fix = "install the package that has it, or do without the candidate";
    if (header == "Python.h")
        fix = "install the headers of the run's Python, such as: apt install python3-dev";
    return MachineLack{"the compiler finds no header " + std::string(header) + " on this machine",
                       std::move(fix)};
}

std::optional<MachineLack> fromDisk(std::string_view line)
{
    for (const std::string_view symptom :
         {"No space left on device", "Disk quota exceeded", "Read-only file system"}) {
        if (line.find(symptom) != std::string_view::npos)
            return MachineLack{"the build could not write a file: " + std::string(symptom),
                               "free space where temporary files lie ($TMPDIR, else /tmp)"};
    }
    return std::nullopt;
}

/// Returns true if the line is an error with a source location: "main.cpp:3:7: error: …", "a.cu(3):
/// error: …".
bool isErrorOfSource(std::string_view line)
{
    if (line.find("): error") != std::string_view::npos)
        return true;
    const std::size_t at = line.find(": error: ");
    return at != std::string_view::npos && at > 0 && line[at - 1] >= '0' && line[at - 1] <= '9';
}

} // namespace

std::optional<MachineLack> machineLack(std::string_view buildOutput)
{
    const std::vector<std::string_view> lines = textLines(buildOutput);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (isErrorOfSource(lines[i]))
            return std::nullopt; // the build fails on a complete machine, too
        std::optional<MachineLack> lack = fromShell(lines[i]);
        if (!lack)
            lack = fromDriver(lines[i]);
        if (!lack)
            lack = fromLinker(lines[i]);
        if (!lack)
            lack = fromHeader(lines, i);
        if (!lack)
            lack = fromDisk(lines[i]);
        if (lack)
            return lack;
    }
    return std::nullopt;
}

} // namespace loupe
