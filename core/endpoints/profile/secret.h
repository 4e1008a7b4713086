// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

namespace loupe {

/// Key in memory that is overwritten on destruction. It can be moved but not copied, and has no
/// stream operator or conversion to JSON or text. All access goes through view(), which is easy to
/// search for.
class Secret
{
public:
    Secret() = default;
    explicit Secret(std::string_view bytes);
    /// Allocates `size` bytes, to be filled through data().
    explicit Secret(std::size_t size);
    Secret(Secret &&other) noexcept;
    Secret &operator=(Secret &&other) noexcept;
    Secret(const Secret &) = delete;
    Secret &operator=(const Secret &) = delete;
    ~Secret();

    bool empty() const { return m_size == 0; }
    std::size_t size() const { return m_size; }
    char *data() { return m_bytes.get(); }
    std::string_view view() const { return {m_bytes.get(), m_size}; }
    /// Keeps only the first `size` bytes and overwrites the rest.
    void shorten(std::size_t size);

private:
    void clear();

    std::unique_ptr<char[]> m_bytes;
    std::size_t m_size = 0;
};

} // namespace loupe
