// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace loupe {

/// Buffer for the head and the tail of a stream of unknown length in bounded memory.
class OutputTail
{
public:
    explicit OutputTail(std::size_t keptBytes) : m_half(keptBytes / 2) { }

    void add(std::string_view bytes);
    /// Returns the number of bytes seen, kept or not.
    std::size_t total() const { return m_total; }
    /// Returns head and tail, with a line between them that counts the omitted bytes. Valid UTF-8.
    std::string text() const;

private:
    std::size_t m_half;
    std::size_t m_total = 0;
    std::string m_head;
    std::string m_tail; ///< at most twice m_half; only its last m_half bytes count
};

/// Returns the text with NUL and every invalid UTF-8 byte replaced by U+FFFD.
std::string validUtf8(std::string_view bytes);

} // namespace loupe
