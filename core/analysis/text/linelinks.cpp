// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/text/linelinks.h"

#include "core/analysis/text/logtext.h"
#include "core/model/record/sourcefiles.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace loupe {

namespace {

/// References to follow; texts are untrusted and may refer in circles.
constexpr int maxReferences = 32;
/// Bytes of a position or a definition that are read. Compilers write far shorter ones.
constexpr std::size_t maxPositionBytes = 1024;
/// Bytes of definitions that are read for a text: all its lines may refer to the longest one.
constexpr std::size_t maxReadBytes = std::size_t{64} << 20;
/// No source has more lines.
constexpr int maxSourceLine = 1 << 24;

/// Returns the number at the beginning of a text; nothing if there is none.
std::optional<int> numberAt(std::string_view text)
{
    text = trimmedText(text);
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end != text.data() ? std::optional(value) : std::nullopt;
}

/// Returns the number that follows `words`.
std::optional<int> numberAfter(std::string_view text, std::string_view words)
{
    const std::size_t at = text.find(words);
    return at == std::string_view::npos ? std::nullopt : numberAt(text.substr(at + words.size()));
}

/// Returns the text between quotes that follow `words`; nothing if there is none.
std::optional<std::string_view> quotedAfter(std::string_view text, std::string_view words)
{
    const std::size_t at = text.find(words);
    if (at == std::string_view::npos)
        return std::nullopt;
    text.remove_prefix(at + words.size());
    const std::size_t begin = text.find('"');
    if (begin == std::string_view::npos)
        return std::nullopt;
    const std::size_t end = text.find('"', begin + 1);
    if (end == std::string_view::npos)
        return std::nullopt;
    return text.substr(begin + 1, end - begin - 1);
}

/// Returns the line (1-based) on which the only triple-quoted string with kernels begins; 0 if a
/// Python source has none or several.
int lineOfKernels(std::string_view python)
{
    int found = 0;
    std::size_t at = 0;
    while (true) {
        const std::size_t begin = python.find_first_of("\"'", at);
        if (begin == std::string_view::npos)
            return found;
        if (python.substr(begin, 3) != std::string(3, python[begin])) {
            at = begin + 1;
            continue;
        }
        const std::size_t end = python.find(python.substr(begin, 3), begin + 3);
        if (end == std::string_view::npos)
            return found;
        if (python.substr(begin, end - begin).find("__global__") != std::string_view::npos) {
            if (found > 0)
                return 0;
            found = 1 + static_cast<int>(std::ranges::count(python.substr(0, begin), '\n'));
        }
        at = end + 3;
    }
}

/// The files of a candidate, under the names that compilers saw.
class CandidateFiles
{
public:
    explicit CandidateFiles(const Candidate &candidate)
        : m_name(fileNameOf(candidate.fileName))
        , m_files(splitFiles(candidate.source).value_or(std::vector<SourceFile>()))
        , m_kernelsBegin(lineOfKernels(candidate.source))
    {
    }

    /// Returns the line of the candidate's source; 0 if the file is another one.
    int lineOf(std::string_view path, int line) const
    {
        if (line <= 0 || line > maxSourceLine)
            return 0;
        for (const SourceFile &file : m_files) {
            if (path == file.path || path.ends_with("/" + file.path))
                return file.firstLine + line - 1;
        }
        if (!m_files.empty())
            return 0;
        // The engine compiles a single file under a name of its own.
        const std::string_view name = fileNameOf(path);
        const bool isOwn = name == "candidate.py" || name == "candidate.cu"
            || (!m_name.empty() && name == m_name);
        if (isOwn || name != extensionSource || m_kernelsBegin == 0)
            return isOwn ? line : 0;
        // torch's load_inline() writes the string to a file of this name, below its own includes.
        constexpr int includes = 3;
        return line > includes ? m_kernelsBegin + line - includes - 1 : 0;
    }

private:
    std::string m_name;
    std::vector<SourceFile> m_files;
    int m_kernelsBegin; ///< line of the string for load_inline(); 0: not known
};

/// Returns whether a line of an assembly is an instruction: no label, directive, comment or brace.
bool isInstruction(std::string_view line)
{
    line = trimmedText(line);
    if (line.starts_with("/*"))
        return true; // nvdisasm writes the address first
    constexpr std::string_view others = "./${}()#;";
    return !line.empty() && others.find(line.front()) == std::string_view::npos
        && !line.ends_with(':');
}

/// Returns the line of the candidate that calls an inlined function, from LLVM's comment behind a
/// position: "standard.py:263:15 @[ candidate.py:8:15 ]". 0 if there is none.
int callerInComment(std::string_view position, const CandidateFiles &files)
{
    constexpr std::string_view mark = "@[ ";
    position = position.substr(0, maxPositionBytes);
    for (std::size_t at = position.find(mark); at != std::string_view::npos;
         at = position.find(mark, at + 1)) {
        const std::string_view caller = position.substr(at + mark.size());
        const std::size_t colon = caller.find(':');
        const auto line
            = colon == std::string_view::npos ? std::nullopt : numberAt(caller.substr(colon + 1));
        const int own = line ? files.lineOf(caller.substr(0, colon), *line) : 0;
        if (own > 0)
            return own;
    }
    return 0;
}

/// Position in a file as a compiler names it.
using FileLine = std::pair<std::string_view, int>;

/// Reads the positions of a PTX text.
class PtxPositions
{
public:
    PtxPositions(const std::vector<std::string_view> &lines, const CandidateFiles &files)
        : m_files(files)
    {
        for (const std::string_view line : lines) {
            const std::string_view trimmed = trimmedText(line);
            const auto number
                = trimmed.starts_with(".file") ? numberAfter(line, ".file") : std::nullopt;
            const auto name = number ? quotedAfter(line, ".file") : std::nullopt;
            if (name)
                m_names[*number] = *name;
        }
    }

    static bool isPosition(std::string_view trimmed) { return trimmed.starts_with(directive); }

    /// Returns the position itself; nothing without a known file.
    std::optional<FileLine> place(std::string_view trimmed) const
    {
        return placeAt(trimmed.substr(directive.size()));
    }

    /// Returns the line of the candidate that calls the function of a position in another file; 0
    /// if the text names none.
    int caller(std::string_view trimmed) const
    {
        constexpr std::string_view words = "inlined_at";
        const std::size_t at = trimmed.find(words);
        return at == std::string_view::npos ? callerInComment(trimmed, m_files)
                                            : lineOf(placeAt(trimmed.substr(at + words.size())));
    }

    int lineOf(const std::optional<FileLine> &place) const
    {
        return place ? m_files.lineOf(place->first, place->second) : 0;
    }

private:
    static constexpr std::string_view directive = ".loc";

    /// Reads "FILE LINE COLUMN".
    std::optional<FileLine> placeAt(std::string_view position) const
    {
        position = trimmedText(position);
        const std::size_t blank = position.find_first_of(" \t");
        const auto file = numberAt(position);
        if (!file || blank == std::string_view::npos)
            return std::nullopt;
        const auto found = m_names.find(*file);
        const auto line = numberAt(position.substr(blank));
        return found != m_names.end() && line ? std::optional(FileLine(found->second, *line))
                                              : std::nullopt;
    }

    const CandidateFiles &m_files;
    std::map<int, std::string_view> m_names;
};

std::vector<int> linesOfPtx(std::string_view text, const CandidateFiles &files)
{
    const std::vector<std::string_view> lines = textLines(text);
    const PtxPositions positions(lines, files);
    std::vector<int> out;
    out.reserve(lines.size());
    int present = 0;
    for (const std::string_view line : lines) {
        const std::string_view trimmed = trimmedText(line);
        if (PtxPositions::isPosition(trimmed)) {
            present = positions.lineOf(positions.place(trimmed));
            if (present == 0)
                present = positions.caller(trimmed);
        }
        out.push_back(isInstruction(line) ? present : 0);
    }
    return out;
}

/// Lines of the candidate that call inlined functions, by the position in the function; 0 if
/// several lines call it.
using InlinedCallers = std::map<FileLine, int>;

InlinedCallers callersInPtx(std::string_view text, const CandidateFiles &files)
{
    const std::vector<std::string_view> lines = textLines(text);
    const PtxPositions positions(lines, files);
    InlinedCallers callers;
    for (const std::string_view line : lines) {
        const std::string_view trimmed = trimmedText(line);
        if (!PtxPositions::isPosition(trimmed))
            continue;
        const auto place = positions.place(trimmed);
        if (!place || positions.lineOf(place) > 0)
            continue;
        const int caller = positions.caller(trimmed);
        const auto [known, isNew] = callers.emplace(*place, caller);
        if (!isNew && known->second != caller)
            known->second = 0;
    }
    return callers;
}

int lineOrCaller(const FileLine &place, const CandidateFiles &files, const InlinedCallers &callers)
{
    if (const int own = files.lineOf(place.first, place.second); own > 0)
        return own;
    const auto caller = callers.find(place);
    return caller == callers.end() ? 0 : caller->second;
}

std::vector<int> linesOfDisassembly(std::string_view text, const CandidateFiles &files,
                                    const InlinedCallers &callers)
{
    std::vector<int> out;
    int present = 0;
    bool wasPosition = false;
    for (const std::string_view line : textLines(text)) {
        const std::string_view trimmed = trimmedText(line);
        constexpr std::string_view position = "//## File";
        const bool isPosition = trimmed.starts_with(position);
        if (isPosition) {
            // Lines in a row go from the innermost function to its callers.
            int own = wasPosition ? present : 0;
            constexpr std::string_view caller = "inlined at";
            const std::size_t at = trimmed.find(caller);
            const std::array parts{trimmed.substr(position.size(), at - position.size()),
                                   at == std::string_view::npos ? std::string_view()
                                                                : trimmed.substr(at)};
            for (const std::string_view part : parts) {
                const auto name = quotedAfter(part, "");
                const auto number = numberAfter(part, "\", line");
                if (own == 0 && name && number)
                    own = lineOrCaller({*name, *number}, files, callers);
            }
            present = own;
        } else if (trimmed.starts_with(".section")) {
            present = 0;
        }
        wasPosition = isPosition;
        out.push_back(isInstruction(line) ? present : 0);
    }
    return out;
}

/// Definitions of a text, by name: "#loc3 = loc(…)" or "!12 = !DILocation(…)".
using Definitions = std::map<std::string_view, std::string_view>;

Definitions definitionsOf(const std::vector<std::string_view> &lines, char sign)
{
    Definitions out;
    for (const std::string_view line : lines) {
        const std::size_t equals = line.find(" = ");
        if (line.starts_with(sign) && equals != std::string_view::npos)
            out.emplace(line.substr(0, equals), line.substr(equals + 3, maxPositionBytes));
    }
    return out;
}

/// Returns the reference at the beginning of a text, "#loc3" or "!12"; empty if there is none.
std::string_view referenceAt(std::string_view text, char sign)
{
    if (!text.starts_with(sign))
        return {};
    std::size_t end = 1;
    while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0))
        ++end;
    return text.substr(0, end);
}

/// Positions of MLIR: a file with a line, or other positions, of which the first in the candidate's
/// files counts.
class MlirPositions
{
public:
    MlirPositions(Definitions definitions, const CandidateFiles &files)
        : m_definitions(std::move(definitions))
        , m_files(files)
    {
    }

    int lineOf(std::string_view position)
    {
        m_left = maxReferences;
        return resolved(position);
    }

private:
    int resolved(std::string_view position)
    {
        for (std::size_t i = 0; i < position.size() && m_toRead > 0; ++i) {
            --m_toRead;
            int line = 0;
            if (position[i] == '"') {
                const std::size_t end = position.find('"', i + 1);
                if (end == std::string_view::npos)
                    return 0;
                line = lineBehind(position.substr(i + 1, end - i - 1), position.substr(end + 1));
                i = end;
            } else if (position[i] == '#' && m_left > 0) {
                --m_left;
                const auto found = m_definitions.find(referenceAt(position.substr(i), '#'));
                if (found != m_definitions.end())
                    line = resolved(found->second);
            }
            if (line > 0)
                return line;
        }
        return 0;
    }
    /// Returns the line of ":12:4" after a file; names of positions have no number.
    int lineBehind(std::string_view file, std::string_view rest) const
    {
        const auto line = rest.starts_with(':') ? numberAt(rest.substr(1)) : std::nullopt;
        return line ? m_files.lineOf(file, *line) : 0;
    }

    Definitions m_definitions;
    const CandidateFiles &m_files;
    int m_left = 0; ///< references to follow for the present position
    std::size_t m_toRead = maxReadBytes;
};

std::vector<int> linesOfMlir(std::string_view text, const CandidateFiles &files)
{
    const std::vector<std::string_view> lines = textLines(text);
    MlirPositions positions(definitionsOf(lines, '#'), files);
    std::vector<int> out;
    out.reserve(lines.size());
    for (const std::string_view line : lines) {
        const std::size_t at = line.rfind(" loc(");
        const bool isOperation = !line.starts_with('#') && at != std::string_view::npos;
        out.push_back(isOperation ? positions.lineOf(line.substr(at)) : 0);
    }
    return out;
}

/// Positions of LLVM IR: a line in a scope, which names its file, and the position it was inlined
/// at.
class LlvmPositions
{
public:
    LlvmPositions(Definitions definitions, const CandidateFiles &files)
        : m_definitions(std::move(definitions))
        , m_files(files)
    {
    }

    int lineOf(std::string_view reference) const
    {
        for (int i = 0; i < maxReferences; ++i) {
            const std::string_view location = definition(reference);
            const auto line = numberAfter(location, "line: ");
            if (!line)
                return 0;
            const int own = m_files.lineOf(fileOf(referenceIn(location, "scope: ")), *line);
            if (own > 0)
                return own;
            reference = referenceIn(location, "inlinedAt: ");
        }
        return 0;
    }

private:
    std::string_view definition(std::string_view reference) const
    {
        const auto found = m_definitions.find(reference);
        return found == m_definitions.end() ? std::string_view() : found->second;
    }
    static std::string_view referenceIn(std::string_view text, std::string_view words)
    {
        const std::size_t at = text.find(words);
        return at == std::string_view::npos ? std::string_view()
                                            : referenceAt(text.substr(at + words.size()), '!');
    }
    std::string_view fileOf(std::string_view scope) const
    {
        for (int i = 0; i < maxReferences; ++i) {
            const std::string_view text = definition(scope);
            if (const std::string_view file = referenceIn(text, "file: "); !file.empty())
                return quotedAfter(definition(file), "filename: ").value_or(std::string_view());
            scope = referenceIn(text, "scope: ");
        }
        return {};
    }

    Definitions m_definitions;
    const CandidateFiles &m_files;
};

std::vector<int> linesOfLlvm(std::string_view text, const CandidateFiles &files)
{
    const std::vector<std::string_view> lines = textLines(text);
    const LlvmPositions positions(definitionsOf(lines, '!'), files);
    constexpr std::string_view mark = "!dbg ";
    std::map<std::string_view, int> known;
    std::vector<int> out;
    out.reserve(lines.size());
    for (const std::string_view line : lines) {
        const std::size_t at = line.rfind(mark);
        // A function's own mark is its scope, not a position.
        const bool isInstruction = at != std::string_view::npos && !line.starts_with("define");
        if (!isInstruction) {
            out.push_back(0);
            continue;
        }
        const auto [position, isNew]
            = known.try_emplace(referenceAt(line.substr(at + mark.size()), '!'), 0);
        if (isNew)
            position->second = positions.lineOf(position->first);
        out.push_back(position->second);
    }
    return out;
}

} // namespace

std::vector<int> sourceLinesOf(const GeneratedCode &code, const Candidate &candidate)
{
    const CandidateFiles files(candidate);
    if (code.kind == "ptx" || code.kind == "amdgcn")
        return linesOfPtx(code.text, files);
    if (code.kind == "sass")
        return linesOfDisassembly(code.text, files, {});
    if (code.kind == "llir")
        return linesOfLlvm(code.text, files);
    return linesOfMlir(code.text, files);
}

std::vector<int> sourceLinesOf(const std::vector<GeneratedCode> &code, std::size_t index,
                               const Candidate &candidate)
{
    const GeneratedCode &text = code[index];
    const auto ptx = std::ranges::find_if(code, [&text](const GeneratedCode &each) {
        return each.kind == "ptx" && each.kernel == text.kernel;
    });
    if (text.kind != "sass" || ptx == code.end())
        return sourceLinesOf(text, candidate);
    const CandidateFiles files(candidate);
    return linesOfDisassembly(text.text, files, callersInPtx(ptx->text, files));
}

SourceLineFinder sourceLineFinder(const Candidate &candidate)
{
    return [files = CandidateFiles(candidate)](std::string_view file, int line) {
        return files.lineOf(file, line);
    };
}

} // namespace loupe
