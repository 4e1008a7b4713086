// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/failures/failurefingerprint.h"

#include "core/analysis/failures/failurekind.h"
#include "core/analysis/text/logtext.h"
#include "core/base/digest.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe {

namespace {

/// The reason why a candidate failed, as text.
struct StatedCause {
    FailureKind kind = FailureKind::Unexplained;
    std::string words;
};

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

/// Returns the cause stated by a log or sentence outside tracebacks and compiler diagnostics, which
/// parseErrorLog() reads first. It recognises checks of suites, errors of a model's endpoint, and
/// the rest of a traceback without its beginning. `source` is the candidate's source, if known: it
/// tells a missing class from text that is not Python.
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

constexpr std::size_t maxSummaryLength = 240;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isWordCharacter(char c)
{
    return isDigit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

bool isHex(char c)
{
    return std::isxdigit(static_cast<unsigned char>(c)) != 0;
}

/// Scans a message and writes its normalised form.
class MessageNormaliser
{
public:
    explicit MessageNormaliser(std::string_view text) : m_text(text) { }

    std::string run()
    {
        while (m_at < m_text.size())
            step();
        while (!m_out.empty() && m_out.back() == ' ')
            m_out.pop_back();
        return std::move(m_out);
    }

private:
    char at(std::size_t position) const
    {
        return position < m_text.size() ? m_text[position] : '\0';
    }
    bool startsWord() const { return m_at == 0 || !isWordCharacter(m_text[m_at - 1]); }

    void step()
    {
        const char c = m_text[m_at];
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
            if (!m_out.empty() && m_out.back() != ' ')
                m_out += ' ';
            ++m_at;
        } else if (c == '/' && startsPath()) {
            takePath();
        } else if (c == '%' && isDigit(at(m_at + 1))) {
            ++m_at;
            takeWhile(isDigit);
            m_out += "%N";
        } else if (startsWord() && isWordCharacter(c)) {
            takeWord();
        } else {
            m_out += c;
            ++m_at;
        }
    }

    template <typename Belongs>
    std::string_view takeWhile(Belongs belongs)
    {
        const std::size_t begin = m_at;
        while (m_at < m_text.size() && belongs(m_text[m_at]))
            ++m_at;
        return m_text.substr(begin, m_at - begin);
    }

    /// Returns true at an absolute path: "/" before a name, not within a word ("torch/extension.h",
    /// "km/h") and not a comment ("//").
    bool startsPath() const
    {
        const bool within = m_at > 0 && (isWordCharacter(m_text[m_at - 1]) || at(m_at - 1) == '.');
        return !within && (isWordCharacter(at(m_at + 1)) || at(m_at + 1) == '.');
    }

    void takePath()
    {
        const std::string_view path = takeWhile([](char c) {
            return isWordCharacter(c) || c == '/' || c == '.' || c == '-' || c == '+' || c == '@';
        });
        m_out += path.starts_with("/tmp/") ? "<temporary>" : "<path>";
    }

    void takeWord()
    {
        if (m_text[m_at] == '0' && (at(m_at + 1) == 'x' || at(m_at + 1) == 'X')
            && isHex(at(m_at + 2))) {
            m_at += 2;
            takeWhile(isHex);
            m_out += "<address>";
            return;
        }
        if (isDigit(m_text[m_at])) {
            takeNumber();
            return;
        }
        const std::string_view word = takeWhile(isWordCharacter);
        if (word.starts_with("_Z") && word.size() > 3 && (isDigit(word[2]) || word[2] == 'N'))
            m_out += "<symbol>";
        else if (word.starts_with("tmp") && word.size() >= 9)
            m_out += "<temporary>";
        else
            m_out += word;
    }

    /// Skips a number: "12", "1.5e-3", "4x8". A preceding minus is part of it.
    void takeNumber()
    {
        takeWhile([](char c) { return isDigit(c) || c == '.'; });
        if ((at(m_at) == 'e' || at(m_at) == 'E')
            && (isDigit(at(m_at + 1))
                || ((at(m_at + 1) == '-' || at(m_at + 1) == '+') && isDigit(at(m_at + 2))))) {
            m_at += 2;
            takeWhile(isDigit);
        }
        const bool endsSentence = m_text[m_at - 1] == '.';
        if (!m_out.empty() && m_out.back() == '-'
            && (m_out.size() == 1 || !isWordCharacter(m_out[m_out.size() - 2])))
            m_out.pop_back();
        m_out += 'N';
        if (endsSentence)
            m_out += '.';
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::string m_out;
};

/// Collapses "[N, N, N]" and "N N N" to one element, because their length depends on the task.
std::string withoutLists(std::string text)
{
    for (const std::string_view repeated : {"'N', 'N'", "N, N", "N,N", "N N", "NxN"}) {
        for (std::size_t at = text.find(repeated); at != std::string::npos;
             at = text.find(repeated, at))
            text.replace(at, repeated.size(), repeated.front() == '\'' ? "'N'" : "N");
    }
    return text;
}

/// Replaces the extension's name and removes ninja's command after it.
std::string withoutExtensionName(std::string text)
{
    constexpr std::string_view before = "Error building extension '";
    const std::size_t at = text.find(before);
    if (at == std::string::npos)
        return text;
    return text.substr(0, at) + "Error building extension <name>";
}

/// Removes the details of memory use from an out-of-memory error, which vary by chance and may be
/// truncated anywhere.
std::string withoutMemoryState(std::string text)
{
    const std::size_t begin = text.find("CUDA out of memory.");
    const std::size_t end = begin == std::string::npos ? begin : text.find(" GPU ", begin);
    if (end != std::string::npos)
        text.resize(end);
    return text;
}

std::string cutToFit(const std::string &text)
{
    const std::string_view kept = wholeCharacters(text, maxSummaryLength);
    return kept.size() == text.size() ? text : std::string(kept) + "...";
}

Failure made(FailureKind kind, const std::string &summary)
{
    constexpr std::size_t digits = 16;
    Failure out;
    out.kind = name(kind);
    out.summary = summary;
    out.fingerprint = sha256Hex(out.kind + "\n" + summary).substr(0, digits);
    return out;
}

/// Returns the first line that is not blank.
std::string_view firstWrittenLine(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos)
        return {};
    text.remove_prefix(begin);
    return text.substr(0, text.find('\n'));
}

/// Removes the prefixes that importers add to the record's own text.
std::string_view withoutPreamble(std::string_view line)
{
    for (const std::string_view preamble :
         {"Recorded: ", "did not compile: ", "raised while it ran: "}) {
        if (line.starts_with(preamble) && line.size() > preamble.size())
            line.remove_prefix(preamble.size());
    }
    return line;
}

/// Derives the failure from the record's own sentence or the verdict, if there is no log.
Failure fromMessage(const Evaluation &evaluation)
{
    const std::string_view line = firstWrittenLine(evaluation.message);
    const std::string_view words = withoutPreamble(line);
    if (const auto stated = statedCause(words, evaluation.candidate.source))
        return made(stated->kind, normalised(stated->words));
    FailureKind kind = kindOfWords(line).value_or(kindOf(evaluation.verdict));
    if (kind == FailureKind::Unexplained && line.find("raised while it ran: ") != line.npos)
        kind = FailureKind::PythonOther;
    if (line.empty())
        return made(kind, std::string(facts(evaluation.verdict).label));
    return made(kind, normalised(words));
}

Failure fromWrongResult(const Evaluation &evaluation)
{
    const FailureKind kind = kindOf(evaluation.verdict);
    std::string summary(facts(evaluation.verdict).label);
    for (const Trial &trial : evaluation.trials) {
        for (const OutputComparison &output : trial.outputs) {
            if (!output.pattern.empty())
                return made(kind, summary + ": " + normalised(output.pattern));
        }
    }
    return made(kind, summary);
}

} // namespace

std::string normalised(std::string_view message)
{
    const std::string ours = withoutMemoryState(withoutExtensionName(std::string(message)));
    return cutToFit(withoutLists(MessageNormaliser(ours).run()));
}

std::optional<Failure> failureOf(const Evaluation &evaluation)
{
    const Outcome outcome = outcomeOf(evaluation.verdict);
    if (!isFailure(outcome))
        return std::nullopt;
    if (outcome == Outcome::Wrong)
        return fromWrongResult(evaluation);
    if (outcome == Outcome::Timeout)
        return made(FailureKind::Timeout, std::string(facts(evaluation.verdict).label));
    for (const Diagnostic &diagnostic : evaluation.diagnostics) {
        if (diagnostic.isFirstCause) {
            const LoggedError error{ErrorVoice::Compiler, diagnostic, false};
            return made(kindOf(error), normalised(diagnostic.message));
        }
    }
    for (const std::string *log : {&evaluation.buildLog, &evaluation.runLog, &evaluation.message}) {
        const std::vector<LoggedError> errors = parseErrorLog(*log);
        const LoggedError *cause = firstCause(errors);
        if (cause != nullptr && !cause->isCutOff)
            return made(kindOf(*cause), normalised(cause->diagnostic.message));
        const auto stated = statedCause(*log, evaluation.candidate.source);
        if (stated && (cause == nullptr || stated->kind != FailureKind::CutOff))
            return made(stated->kind, normalised(stated->words));
        if (cause != nullptr)
            return made(kindOf(*cause), normalised(cause->diagnostic.message));
    }
    return fromMessage(evaluation);
}

} // namespace loupe
