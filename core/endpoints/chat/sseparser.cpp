// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/chat/sseparser.h"

#include "core/base/result.h"

#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {
constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
} // namespace

Error SseParser::tooLong(const char *what) const
{
    return Error{
        Errc::Corrupt,
        fmt::format("the stream has {} above {} bytes, at byte {}", what, m_longest, m_lineStart)};
}

Status SseParser::push(std::string_view bytes, const Take &take)
{
    while (!bytes.empty() && !m_hasFailed) {
        if (std::exchange(m_skipsLineFeed, false) && bytes.front() == '\n') {
            bytes.remove_prefix(1);
            m_lineStart = ++m_position;
            continue;
        }
        const std::size_t end = bytes.find_first_of("\r\n");
        const std::string_view piece = bytes.substr(0, end);
        Status taken = addToLine(piece);
        m_position += piece.size();
        if (taken && end != std::string_view::npos) {
            m_skipsLineFeed = bytes[end] == '\r';
            ++m_position;
            taken = endLine(take);
        }
        if (!taken) {
            m_hasFailed = true;
            return taken;
        }
        bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + 1);
    }
    return {};
}

Status SseParser::finish(const Take &take)
{
    if (m_hasFailed)
        return {};
    if (!m_line.empty()) {
        if (Status ended = endLine(take); !ended)
            return ended;
    }
    endEvent(take);
    return {};
}

Status SseParser::addToLine(std::string_view piece)
{
    if (m_line.size() + piece.size() > m_longest)
        return tooLong("a line");
    m_line += piece;
    return {};
}

Status SseParser::endLine(const Take &take)
{
    std::string_view line = m_line;
    if (m_lines == 0 && line.starts_with(byteOrderMark))
        line.remove_prefix(byteOrderMark.size());
    ++m_lines;
    Status outcome;
    if (line.empty()) {
        endEvent(take);
    } else if (line.front() != ':') {
        const std::size_t colon = line.find(':');
        std::string_view value;
        if (colon != std::string_view::npos)
            value = line.substr(colon + 1);
        if (value.starts_with(' '))
            value.remove_prefix(1);
        outcome = field(line.substr(0, colon), value);
    }
    m_line.clear();
    m_lineStart = m_position;
    return outcome;
}

Status SseParser::field(std::string_view name, std::string_view value)
{
    if (!std::exchange(m_hasFields, true))
        m_event.position = m_lineStart;
    if (name == "data") {
        if (m_event.data.size() + value.size() + 1 > m_longest)
            return tooLong("an event");
        if (std::exchange(m_hasData, true))
            m_event.data += '\n';
        m_event.data += value;
    } else if (name == "event") {
        m_event.type = value;
    } else if (name == "id") {
        m_event.id = value;
    }
    return {};
}

void SseParser::endEvent(const Take &take)
{
    if (m_hasData)
        take(m_event);
    m_event = {};
    m_hasData = false;
    m_hasFields = false;
}

} // namespace loupe
