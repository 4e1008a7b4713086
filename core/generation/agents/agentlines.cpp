// SPDX-License-Identifier: Apache-2.0
#include "core/generation/agents/agentlines.h"

#include <utility>

namespace loupe {

void AgentLines::add(std::string_view bytes)
{
    if (m_trouble != Trouble::None)
        return;
    m_total += bytes.size();
    m_buffer.erase(0, std::exchange(m_begin, 0));
    m_buffer.append(bytes);
    if (m_total > maxBytes)
        m_trouble = Trouble::Flood;
}

std::optional<std::string> AgentLines::next()
{
    if (m_trouble != Trouble::None)
        return std::nullopt;
    const std::size_t end = m_buffer.find('\n', m_begin);
    const std::size_t length = (end == std::string::npos ? m_buffer.size() : end) - m_begin;
    if (length > maxLineLength) {
        m_trouble = Trouble::LongLine;
        return std::nullopt;
    }
    if (end == std::string::npos)
        return std::nullopt;
    if (++m_lines > maxLines) {
        m_trouble = Trouble::Flood;
        return std::nullopt;
    }
    std::string line = m_buffer.substr(m_begin, length);
    m_begin = end + 1;
    return line;
}

std::optional<std::string> AgentLines::rest()
{
    if (m_trouble != Trouble::None || m_begin == m_buffer.size())
        return std::nullopt;
    std::string line = m_buffer.substr(m_begin);
    m_begin = m_buffer.size();
    return line;
}

} // namespace loupe
