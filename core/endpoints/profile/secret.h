// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

namespace loupe {

/// A key, in memory that is overwritten when the object ends. It can be moved and not copied, has
/// no operator that writes it to a stream and no conversion to JSON or text: whoever needs the
/// bytes says view(), which is easy to search for.
class Secret
{
public:
    Secret() = default;
    explicit Secret(std::string_view bytes);
    /// Room for `size` bytes, to be filled through data().
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
    /// The first `size` bytes only; the rest is overwritten.
    void shorten(std::size_t size);

private:
    void clear();

    std::unique_ptr<char[]> m_bytes;
    std::size_t m_size = 0;
};

} // namespace loupe
