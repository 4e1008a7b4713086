// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// Splits an agent's output into lines, with bounded memory.
class AgentLines
{
public:
    static constexpr std::size_t maxLineLength = std::size_t{1} << 20;
    // limits of a whole session
    static constexpr std::size_t maxBytes = std::size_t{64} << 20;
    static constexpr std::size_t maxLines = std::size_t{1} << 18;

    enum class Trouble { None, LongLine, Flood };

    void add(std::string_view bytes);
    /// Returns the next whole line without its line break. Returns nothing after an error.
    std::optional<std::string> next();
    /// Returns the text after the last line break, once the agent has ended.
    std::optional<std::string> rest();
    Trouble trouble() const { return m_trouble; }

private:
    std::string m_buffer;
    std::size_t m_begin = 0; ///< start of the unread part
    std::size_t m_total = 0;
    std::size_t m_lines = 0;
    Trouble m_trouble = Trouble::None;
};

} // namespace loupe
