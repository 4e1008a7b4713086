// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/failures/errorlog.h"

#include "core/analysis/failures/compilerlog.h"
#include "core/analysis/text/logtext.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <optional>
#include <utility>

namespace loupe {

namespace {

/// Message of a Triton CompilationError that has only a location.
constexpr std::string_view wordlessTritonError = "CompilationError: no further words";
constexpr std::string_view heading = "Traceback (most recent call last):";

bool isIdentifierStart(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

int numberAfter(std::string_view text, std::string_view word)
{
    const std::size_t at = text.find(word);
    int number = 0;
    if (at == std::string_view::npos)
        return 0;
    const char *begin = text.data() + at + word.size();
    const auto parsed = std::from_chars(begin, text.data() + text.size(), number);
    return parsed.ec == std::errc() && number > 0 ? number : 0;
}

/// `  File "path", line 12, in name`
struct Frame {
    std::string_view path;
    int line = 0;
};

std::optional<Frame> frameOf(std::string_view line)
{
    constexpr std::string_view start = "File \"";
    const std::string_view text = trimmedText(line);
    if (!line.starts_with(' ') || !text.starts_with(start))
        return std::nullopt;
    const std::size_t end = text.find("\", line ", start.size());
    if (end == std::string_view::npos)
        return std::nullopt;
    return Frame{text.substr(start.size(), end - start.size()),
                 numberAfter(text.substr(end), "\", line ")};
}

/// Returns the offset of the path within the installed package; npos for a file of the candidate.
std::size_t packageStart(std::string_view path)
{
    for (const std::string_view folder : {"site-packages/", "dist-packages/"}) {
        const std::size_t at = path.rfind(folder);
        if (at != std::string_view::npos)
            return at + folder.size();
    }
    const std::size_t library = path.find("/lib/python");
    if (library != std::string_view::npos)
        return library + 1;
    return path.starts_with('<') ? 0 : std::string_view::npos;
}

/// Returns "triton/compiler" for ".../site-packages/triton/compiler/compiler.py".
std::string packageOf(std::string_view path)
{
    const std::size_t start = packageStart(path);
    if (start == std::string_view::npos)
        return "the candidate";
    const std::string_view inside = path.substr(start);
    const std::size_t first = inside.find('/');
    if (first == std::string_view::npos)
        return std::string(inside);
    const std::size_t second = inside.find('/', first + 1);
    return std::string(inside.substr(0, second == std::string_view::npos ? first : second));
}

/// Returns true for a line that ends a traceback: "ValueError: words", "torch.OutOfMemoryError",
/// not indented.
bool isExceptionLine(std::string_view line)
{
    if (line.empty() || !isIdentifierStart(line.front()))
        return false;
    const std::string_view type = line.substr(0, line.find(':'));
    return std::all_of(type.begin(), type.end(), [](char c) {
        return isIdentifierStart(c) || (c >= '0' && c <= '9') || c == '.';
    });
}

/// Reader for one traceback: frames, then the exception.
class TracebackReader
{
public:
    explicit TracebackReader(const std::vector<std::string_view> &lines) : m_lines(lines) { }

    /// Reads from the line after the heading, and advances `at` past what was read.
    LoggedError read(std::size_t &at)
    {
        m_error.voice = ErrorVoice::Python;
        for (; at < m_lines.size(); ++at) {
            const std::string_view line = m_lines[at];
            if (trimmedText(line) == heading)
                break;
            if (const auto frame = frameOf(line)) {
                addFrame(*frame);
            } else if (isExceptionLine(line) && (m_frames > 0)) {
                addException(at);
                return finish();
            }
        }
        m_error.isCutOff = true;
        return finish();
    }

private:
    void addFrame(const Frame &frame)
    {
        ++m_frames;
        m_deepest = frame;
        if (packageStart(frame.path) == std::string_view::npos)
            m_own = frame;
    }

    void addException(std::size_t &at)
    {
        std::string_view line = m_lines[at++];
        m_error.diagnostic.message = std::string(line);
        const std::string_view type = line.substr(0, line.find(':'));
        if (type.ends_with("CompilationError"))
            addTritonWords(at);
        else
            addFurtherLines(at);
        if (type.ends_with("SyntaxError") || type.ends_with("IndentationError"))
            m_own = m_deepest;
    }

    /// Appends the second line of a message that ends with a colon, because it often has the
    /// details.
    void addFurtherLines(std::size_t &at)
    {
        if (m_error.diagnostic.message.ends_with(':') && at < m_lines.size()
            && !trimmedText(m_lines[at]).empty())
            m_error.diagnostic.message += " " + std::string(trimmedText(m_lines[at++]));
    }

    /// Parses "CompilationError: at 12:4:", lines of code, a line with the mark, then the message.
    void addTritonWords(std::size_t &at)
    {
        m_error.voice = ErrorVoice::Triton;
        const std::string_view line = m_error.diagnostic.message;
        m_error.diagnostic.line = numberAfter(line, ": at ");
        const std::size_t place = line.find(": at ");
        const std::size_t colon
            = place == std::string_view::npos ? std::string_view::npos : line.find(':', place + 5);
        if (colon != std::string_view::npos)
            m_error.diagnostic.column = numberAfter(line.substr(colon), ":");
        bool afterMark = false;
        std::string words;
        for (; at < m_lines.size() && trimmedText(m_lines[at]) != heading; ++at) {
            const std::string_view text = trimmedText(m_lines[at]);
            if (text == "^") {
                afterMark = true;
                words.clear();
                continue;
            }
            const bool ends
                = text.starts_with("The above exception") || text.starts_with("During handling of");
            if (ends)
                break;
            if (afterMark && words.empty() && !text.empty())
                words = std::string(text);
        }
        m_error.diagnostic.message
            = words.empty() ? std::string(wordlessTritonError) : "CompilationError: " + words;
    }

    LoggedError finish()
    {
        Diagnostic &diagnostic = m_error.diagnostic;
        if (m_own) {
            diagnostic.file = std::string(fileNameOf(m_own->path));
            // Triton's line is more precise than that of the file, and counts from the kernel's
            // first line.
            if (m_error.voice != ErrorVoice::Triton)
                diagnostic.line = m_own->line;
        }
        if (m_error.isCutOff)
            diagnostic.message = m_frames == 0
                ? "a traceback that is cut off at its start"
                : "a traceback that is cut off within " + packageOf(m_deepest.path);
        return std::move(m_error);
    }

    const std::vector<std::string_view> &m_lines;
    LoggedError m_error;
    Frame m_deepest;
    std::optional<Frame> m_own; ///< the deepest frame outside libraries
    int m_frames = 0;
};

/// Parses the exceptions of the tracebacks in a log, in log order; a chained one starts with its
/// root cause.
std::vector<LoggedError> parsePythonTracebacks(std::string_view log)
{
    const std::vector<std::string_view> lines = textLines(log);
    std::vector<LoggedError> found;
    for (std::size_t at = 0; at < lines.size();) {
        if (trimmedText(lines[at]) != heading) {
            ++at;
            continue;
        }
        ++at;
        found.push_back(TracebackReader(lines).read(at));
    }
    return found;
}

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
