// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/failures/pythontraceback.h"

#include "core/analysis/text/logtext.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>

namespace loupe {

namespace {

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

} // namespace

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

} // namespace loupe
