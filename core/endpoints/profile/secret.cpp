// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/profile/secret.h"

#include <algorithm>
#include <utility>

#include <string.h> // explicit_bzero

namespace loupe {

Secret::Secret(std::string_view bytes) : Secret(bytes.size())
{
    std::copy(bytes.begin(), bytes.end(), m_bytes.get());
}

Secret::Secret(std::size_t size) : m_bytes(std::make_unique<char[]>(size)), m_size(size) { }

Secret::Secret(Secret &&other) noexcept
    : m_bytes(std::move(other.m_bytes))
    , m_size(std::exchange(other.m_size, 0))
{
}

Secret &Secret::operator=(Secret &&other) noexcept
{
    if (this != &other) {
        clear();
        m_bytes = std::move(other.m_bytes);
        m_size = std::exchange(other.m_size, 0);
    }
    return *this;
}

Secret::~Secret()
{
    clear();
}

void Secret::shorten(std::size_t size)
{
    if (size >= m_size)
        return;
    explicit_bzero(m_bytes.get() + size, m_size - size);
    m_size = size;
}

void Secret::clear()
{
    if (m_bytes)
        explicit_bzero(m_bytes.get(), m_size);
    m_bytes.reset();
    m_size = 0;
}

} // namespace loupe
