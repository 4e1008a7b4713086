// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/text/sourcelines.h"

namespace loupe {

namespace {

/// Removes comments line by line, and remembers quotes and comments that continue on the next line.
class CommentStripper
{
public:
    explicit CommentStripper(CommentStyle style) : m_style(style) { }

    std::string strip(std::string_view line)
    {
        std::string out;
        std::size_t at = 0;
        while (at < line.size()) {
            const std::string_view rest = line.substr(at);
            if (m_isInComment) {
                const std::size_t end = rest.find("*/");
                m_isInComment = end == std::string_view::npos;
                at = m_isInComment ? line.size() : at + end + 2;
            } else if (!m_quote.empty()) {
                at += copyQuoted(rest, out);
            } else if (beginsComment(rest)) {
                break;
            } else if (m_style == CommentStyle::C && rest.starts_with("/*")) {
                m_isInComment = true;
                at += 2;
            } else {
                at += copyCode(rest, out);
            }
        }
        if (m_quote.size() == 1)
            m_quote.clear(); // such a string ends with its line
        return out;
    }

private:
    bool beginsComment(std::string_view rest) const
    {
        return m_style == CommentStyle::Python ? rest.front() == '#' : rest.starts_with("//");
    }

    std::size_t copyCode(std::string_view rest, std::string &out)
    {
        const char c = rest.front();
        const bool isTriple
            = rest.size() >= 3 && rest[1] == c && rest[2] == c && m_style == CommentStyle::Python;
        const std::size_t length = (c == '"' || c == '\'') && isTriple ? 3 : 1;
        if (c == '"' || c == '\'')
            m_quote = std::string(rest.substr(0, length));
        out += rest.substr(0, length);
        return length;
    }

    std::size_t copyQuoted(std::string_view rest, std::string &out)
    {
        std::size_t length = 1;
        if (rest.front() == '\\' && rest.size() > 1) {
            length = 2;
        } else if (rest.starts_with(m_quote)) {
            length = m_quote.size();
            m_quote.clear();
        }
        out += rest.substr(0, length);
        return length;
    }

    CommentStyle m_style;
    std::string m_quote;
    bool m_isInComment = false;
};

} // namespace

CommentStyle commentStyleOf(std::string_view language)
{
    if (language == "python" || language == "triton")
        return CommentStyle::Python;
    if (language == "cpp" || language == "c" || language == "cuda")
        return CommentStyle::C;
    return CommentStyle::None;
}

std::vector<std::string_view> linesOf(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        lines.push_back(line);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

std::vector<std::string> withoutComments(const std::vector<std::string_view> &lines,
                                         CommentStyle style)
{
    std::vector<std::string> out;
    out.reserve(lines.size());
    CommentStripper stripper(style);
    for (const std::string_view line : lines) {
        std::string kept = style == CommentStyle::None ? std::string(line) : stripper.strip(line);
        if (kept.size() < line.size()) // also removes the blanks before a comment
            kept.erase(kept.find_last_not_of(" \t") + 1);
        out.push_back(std::move(kept));
    }
    return out;
}

int firstTestLine(const std::vector<std::string_view> &lines)
{
    constexpr std::size_t shortest = 100;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const bool isSeparator = lines[i].size() >= shortest
            && lines[i].find_first_not_of('#') == std::string_view::npos;
        if (isSeparator)
            return static_cast<int>(i);
    }
    return static_cast<int>(lines.size());
}

} // namespace loupe
