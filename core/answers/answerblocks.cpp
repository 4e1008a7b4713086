// SPDX-License-Identifier: Apache-2.0
#include "core/answers/answerblocks.h"

#include "core/lexers/pythontokens.h"
#include "core/suites/submissions/fences.h"

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

constexpr std::string_view ticks = "```";

struct Fence {
    char mark = '`';
    std::size_t length = 0;
    std::string_view info;
};

/// Parses a line that consists of a fence and an info string.
std::optional<Fence> fenceOf(std::string_view line)
{
    line = trimmedView(line);
    if (line.empty() || (line.front() != '`' && line.front() != '~'))
        return std::nullopt;
    Fence fence{line.front(), std::min(line.find_first_not_of(line.front()), line.size()), {}};
    fence.info = trimmedView(line.substr(fence.length));
    if (fence.length < 3 || (fence.mark == '`' && fence.info.find('`') != std::string_view::npos))
        return std::nullopt;
    return fence;
}

/// Calls `each(line, range)` for every line of the visible text. A line ends with its line break or
/// at a cut.
template <typename Each>
void forEachLine(std::string_view content, const VisibleText &visible, Each each)
{
    for (const ByteRange &range : visible.ranges) {
        for (std::int64_t at = range.begin; at < range.end;) {
            const std::string_view rest = bytesOf(content, {at, range.end});
            const std::size_t line = std::min(rest.find('\n'), rest.size() - 1) + 1;
            const ByteRange place{at, at + static_cast<std::int64_t>(line)};
            each(rest.substr(0, line), place);
            at = place.end;
        }
    }
}

void append(std::vector<ByteRange> &ranges, ByteRange more)
{
    if (!ranges.empty() && ranges.back().end == more.begin)
        ranges.back().end = more.end;
    else if (more.size() > 0)
        ranges.push_back(more);
}

class LineBlocks
{
public:
    explicit LineBlocks(bool minds) : m_mindsStrings(minds) { }

    void pass(std::string_view line, ByteRange range)
    {
        const std::optional<Fence> fence = fenceOf(line);
        if (fence && isFence(*fence))
            return turn(*fence);
        if (!m_isOpen)
            return;
        append(m_blocks.back().ranges, range);
        if (m_mindsStrings)
            passCode(line.substr(0, line.find_last_not_of("\r\n") + 1));
    }

    std::vector<AnswerBlock> take() { return std::move(m_blocks); }

private:
    void passCode(std::string_view line)
    {
        PythonTokens tokens(line, m_openString);
        while (tokens.next().kind != PythonToken::Kind::End) { }
        m_openString = tokens.openString();
    }

    bool isFence(const Fence &fence) const
    {
        return !m_isOpen
            || (fence.mark == m_mark && fence.length >= m_length && m_openString.empty());
    }

    void turn(const Fence &fence)
    {
        if (m_isOpen)
            m_blocks.back().isClosed = true;
        m_isOpen = !m_isOpen || !fence.info.empty();
        if (!m_isOpen)
            return;
        m_blocks.push_back({{}, std::string(fence.info), false});
        m_mark = fence.mark;
        m_length = fence.length;
        m_openString = {};
    }

    bool m_mindsStrings;
    bool m_isOpen = false; ///< the last block is open
    char m_mark = 0;
    std::size_t m_length = 0;
    std::string_view m_openString; ///< its quotes, where strings matter
    std::vector<AnswerBlock> m_blocks;
};

std::vector<AnswerBlock> blocksByLine(std::string_view content, const VisibleText &visible,
                                      bool mindsStrings)
{
    LineBlocks blocks(mindsStrings);
    forEachLine(content, visible,
                [&](std::string_view line, ByteRange range) { blocks.pass(line, range); });
    return blocks.take();
}

std::vector<AnswerBlock> blocksByPair(std::string_view content, const VisibleText &visible)
{
    std::vector<AnswerBlock> blocks;
    bool isOpen = false;
    bool isInInfo = false;
    const auto passText = [&](ByteRange range) {
        std::string_view text = bytesOf(content, range);
        if (isOpen && isInInfo) {
            const std::size_t end = text.find('\n');
            blocks.back().info += trimmedView(text.substr(0, end));
            isInInfo = end == std::string_view::npos;
            range.begin = isInInfo ? range.end : range.begin + static_cast<std::int64_t>(end) + 1;
        }
        if (isOpen)
            append(blocks.back().ranges, range);
    };
    for (const ByteRange &range : visible.ranges) {
        const std::string_view text = bytesOf(content, range);
        std::size_t at = 0;
        const auto placed = [&](std::size_t from, std::size_t to) {
            return ByteRange{range.begin + static_cast<std::int64_t>(from),
                             range.begin + static_cast<std::int64_t>(to)};
        };
        for (std::size_t fence = text.find(ticks); fence != std::string_view::npos;
             fence = text.find(ticks, at)) {
            passText(placed(at, fence));
            at = fence + ticks.size();
            isOpen = !isOpen;
            isInInfo = isOpen;
            if (isOpen)
                blocks.push_back({{}, {}, false});
            else
                blocks.back().isClosed = true;
        }
        passText(placed(at, text.size()));
    }
    return blocks;
}

/// Returns the text before the first fence line; nothing if there is no fence or no text before it.
std::vector<AnswerBlock> blockBefore(std::string_view content, const VisibleText &visible)
{
    AnswerBlock block;
    bool isFenceMet = false;
    forEachLine(content, visible, [&](std::string_view line, ByteRange range) {
        isFenceMet = isFenceMet || fenceOf(line).has_value();
        if (!isFenceMet)
            append(block.ranges, range);
    });
    if (!isFenceMet || block.ranges.empty())
        return {};
    return {block};
}

std::vector<AnswerBlock> wholeText(std::string_view content, const VisibleText &visible)
{
    AnswerBlock block;
    for (const ByteRange &range : visible.ranges) {
        if (bytesOf(content, range).find(ticks) != std::string_view::npos)
            return {};
        append(block.ranges, range);
    }
    if (block.ranges.empty())
        return {};
    return {block};
}

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

std::string_view name(Segmentation segmentation)
{
    constexpr std::array<std::string_view, allSegmentations.size()> names{
        "lines", "strings", "pairs", "before", "whole"};
    return names.at(static_cast<std::size_t>(segmentation));
}

std::vector<AnswerBlock> answerBlocks(std::string_view content, const VisibleText &visible,
                                      Segmentation segmentation)
{
    switch (segmentation) {
    case Segmentation::Lines:
        return blocksByLine(content, visible, false);
    case Segmentation::Strings:
        return blocksByLine(content, visible, true);
    case Segmentation::Pairs:
        return blocksByPair(content, visible);
    case Segmentation::Before:
        return blockBefore(content, visible);
    case Segmentation::Whole:
        break;
    }
    return wholeText(content, visible);
}

} // namespace loupe
