// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// What an agent writes, line by line, in bounded memory.
class AgentLines
{
public:
    static constexpr std::size_t longestLine = std::size_t{1} << 20;
    // Of a whole session:
    static constexpr std::size_t mostBytes = std::size_t{64} << 20;
    static constexpr std::size_t mostLines = std::size_t{1} << 18;

    enum class Trouble { None, LongLine, Flood };

    void add(std::string_view bytes);
    /// The next whole line, without its end. Nothing more comes once there is trouble.
    std::optional<std::string> next();
    /// What stands behind the last line's end, as the last line. For when the agent has ended.
    std::optional<std::string> rest();
    Trouble trouble() const { return m_trouble; }

private:
    std::string m_buffer;
    std::size_t m_begin = 0; ///< of what was not taken
    std::size_t m_total = 0;
    std::size_t m_lines = 0;
    Trouble m_trouble = Trouble::None;
};

} // namespace loupe
