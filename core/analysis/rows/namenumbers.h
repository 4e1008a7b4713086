// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/name.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace loupe {

/// Numbers 0, 1, 2 … for distinct keys, in the order of their first lookup. It uses open
/// addressing, because allocating a node per key is too slow.
template <typename Key, typename Hash>
class KeyNumbers
{
public:
    std::uint32_t operator[](const Key &key)
    {
        if ((m_keys.size() + 1) * 2 > m_slots.size())
            grow();
        std::uint32_t &slot = slotOf(key);
        if (slot == free) {
            slot = static_cast<std::uint32_t>(m_keys.size());
            m_keys.push_back(key);
        }
        return slot;
    }
    std::size_t size() const { return m_keys.size(); }
    /// Returns the keys, indexed by their numbers.
    const std::vector<Key> &keys() const { return m_keys; }

private:
    static constexpr std::uint32_t free = ~0U;
    static constexpr std::size_t fewest = 64; ///< slots; always a power of two

    std::uint32_t &slotOf(const Key &key)
    {
        for (std::size_t at = Hash()(key);; ++at) {
            std::uint32_t &slot = m_slots[at & (m_slots.size() - 1)];
            if (slot == free || m_keys[slot] == key)
                return slot;
        }
    }
    void grow()
    {
        m_slots.assign(std::max(fewest, m_slots.size() * 2), free);
        for (std::uint32_t number = 0; number < m_keys.size(); ++number)
            slotOf(m_keys[number]) = number;
    }

    std::vector<Key> m_keys;
    std::vector<std::uint32_t> m_slots; ///< numbers
};

struct PairHash {
    std::size_t operator()(const std::pair<std::uint32_t, std::uint32_t> &pair) const noexcept
    {
        const std::size_t out
            = ((std::size_t{pair.first} << 32U) | pair.second) * 0x9e3779b97f4a7c15U;
        return out ^ (out >> 32U);
    }
};

/// Numbers for distinct pairs of numbers.
using PairNumbers = KeyNumbers<std::pair<std::uint32_t, std::uint32_t>, PairHash>;

/// Names that together identify something: a task is (suite, name).
template <std::size_t count>
using NameKey = std::array<Name, count>;

template <std::size_t count>
struct NameKeyHash {
    std::size_t operator()(const NameKey<count> &key) const noexcept
    {
        std::size_t out = 0;
        for (const Name each : key)
            out = (out ^ std::hash<Name>()(each)) * 0x9e3779b97f4a7c15U;
        return out ^ (out >> 32U);
    }
};

/// Numbers for distinct keys of names.
template <std::size_t count>
using NameNumbers = KeyNumbers<NameKey<count>, NameKeyHash<count>>;

} // namespace loupe
