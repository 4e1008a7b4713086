// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace loupe {

/// Keeps the beginning and the end of a stream of unknown length in bounded memory.
class OutputTail
{
public:
    explicit OutputTail(std::size_t keptBytes) : m_half(keptBytes / 2) { }

    void add(std::string_view bytes);
    /// Bytes seen, kept or not.
    std::size_t total() const { return m_total; }
    /// Head and tail with a line between them that says how much is left out. Valid UTF-8.
    std::string text() const;

private:
    std::size_t m_half;
    std::size_t m_total = 0;
    std::string m_head;
    std::string m_tail; ///< at most twice m_half; its last m_half bytes count
};

/// The text with every byte that is not part of valid UTF-8, and NUL, replaced by U+FFFD.
std::string validUtf8(std::string_view bytes);

} // namespace loupe
