// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/text/sourcelines.h"

#include "core/lexers/cpptokens.h"
#include "core/lexers/pythontokens.h"

#include <algorithm>
#include <cstddef>

namespace loupe {

namespace {

/// Returns the comments of a text, in order.
std::vector<std::string_view> commentsOf(std::string_view text, CommentStyle style)
{
    std::vector<std::string_view> comments;
    const auto addFrom = [&](const auto &tokens, auto kind, auto part) {
        for (const auto &token : tokens) {
            if (token.kind == kind)
                comments.push_back(token.*part);
        }
    };
    if (style == CommentStyle::Python)
        addFrom(pythonTokens(text), PythonToken::Kind::Comment, &PythonToken::text);
    else if (style == CommentStyle::C)
        addFrom(cppTokens(text), CppToken::Kind::Comment, &CppToken::source);
    return comments;
}

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

std::vector<std::string> linesWithoutComments(std::string_view text, CommentStyle style)
{
    std::vector<std::string> out;
    const std::vector<std::string_view> comments = commentsOf(text, style);
    auto comment = comments.begin();
    for (const std::string_view line : linesOf(text)) {
        const char *at = line.data();
        const char *const end = at + line.size();
        std::string kept;
        while (comment != comments.end() && comment->data() < end) {
            const char *const commentEnd = comment->data() + comment->size();
            if (comment->data() > at)
                kept.append(at, comment->data());
            at = std::max(at, std::min(commentEnd, end));
            if (commentEnd > end)
                break; // it goes on in the next line
            ++comment;
        }
        kept.append(at, end);
        if (kept.size() < line.size())
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
