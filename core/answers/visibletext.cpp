// SPDX-License-Identifier: Apache-2.0
#include "core/answers/visibletext.h"

#include <algorithm>
#include <array>
#include <optional>

namespace loupe {

namespace {

struct ThoughtMarks {
    std::string_view open;
    std::string_view close;
};

constexpr std::array<ThoughtMarks, 2> thoughts{
    {{"<think>", "</think>"}, {"<|channel>thought", "<channel|>"}}};

constexpr std::array<std::string_view, 4> endTokens{"<|im_end|>", "<|EOT|>", "<|endoftext|>",
                                                    "<｜end▁of▁sentence｜>"};

bool isBlank(std::string_view text)
{
    return text.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos;
}

std::int64_t place(std::size_t at)
{
    return static_cast<std::int64_t>(at);
}

/// Single pass over the content; every mark begins with "<".
class Cutter
{
public:
    explicit Cutter(std::string_view content) : m_content(content) { }

    VisibleText cut()
    {
        for (std::size_t i = 0; i < thoughts.size(); ++i)
            m_lastClose.at(i) = m_content.rfind(thoughts.at(i).close);
        while (m_at < m_content.size()) {
            m_at = std::min(m_content.find('<', m_at), m_content.size());
            if (m_at < m_content.size() && !passMark())
                ++m_at;
        }
        keepUpTo(m_content.size());
        return std::move(m_out);
    }

private:
    bool startsWith(std::string_view mark) const
    {
        return m_content.compare(m_at, mark.size(), mark) == 0;
    }

    bool passMark()
    {
        for (std::size_t i = 0; i < thoughts.size(); ++i) {
            if (startsWith(thoughts.at(i).open))
                return passThought(i);
            if (startsWith(thoughts.at(i).close))
                return passLoneEnd(thoughts.at(i).close);
        }
        const auto *token
            = std::find_if(endTokens.begin(), endTokens.end(),
                           [this](std::string_view each) { return startsWith(each); });
        if (token == endTokens.end())
            return false;
        skip(token->size());
        return true;
    }

    bool passThought(std::size_t kind)
    {
        const ThoughtMarks &marks = thoughts.at(kind);
        const std::size_t last = m_lastClose.at(kind);
        if (last == std::string_view::npos || last < m_at) {
            if (m_out.openThought < 0)
                m_out.openThought = place(m_at);
            skip(marks.open.size());
            return true;
        }
        const std::size_t close = m_content.find(marks.close, m_at);
        skip(close + marks.close.size() - m_at);
        return true;
    }

    bool passLoneEnd(std::string_view mark)
    {
        if (isBlank(m_content.substr(m_at + mark.size()))) {
            skip(mark.size()); // the very end: the text before it is the answer
            return true;
        }
        m_out.ranges.clear();
        m_out.openThought = -1;
        m_at += mark.size();
        m_kept = m_at;
        return true;
    }

    void skip(std::size_t bytes)
    {
        keepUpTo(m_at);
        m_at += bytes;
        m_kept = m_at;
    }

    void keepUpTo(std::size_t end)
    {
        if (end > m_kept)
            m_out.ranges.push_back({place(m_kept), place(end)});
    }

    std::string_view m_content;
    std::size_t m_at = 0;
    std::size_t m_kept = 0; ///< everything before it is already kept or cut
    std::array<std::size_t, thoughts.size()> m_lastClose{};
    VisibleText m_out;
};

} // namespace

VisibleText visibleText(std::string_view content)
{
    return Cutter(content).cut();
}

std::string_view bytesOf(std::string_view content, ByteRange range)
{
    const auto begin = static_cast<std::size_t>(
        std::clamp<std::int64_t>(range.begin, 0, static_cast<std::int64_t>(content.size())));
    return content.substr(begin, static_cast<std::size_t>(std::max<std::int64_t>(range.size(), 0)));
}

std::string joined(std::string_view content, const std::vector<ByteRange> &ranges)
{
    std::string out;
    for (const ByteRange &range : ranges) {
        if (!out.empty() && out.back() != '\n')
            out += '\n';
        out += bytesOf(content, range);
    }
    return out;
}

} // namespace loupe
