// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/name.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_map>

namespace loupe {

/// Names that together say what something is: a task is (suite, name).
template <std::size_t count>
using NameKey = std::array<Name, count>;

template <std::size_t count>
struct NameKeyHash {
    std::size_t operator()(const NameKey<count> &key) const noexcept
    {
        std::size_t out = 0;
        for (const Name each : key)
            out = (out ^ (std::hash<Name>()(each) >> 4U)) * 0x9e3779b97f4a7c15U;
        return out ^ (out >> 32U);
    }
};

/// Numbers 0, 1, 2 … for distinct keys, in the order in which they were first asked for.
template <std::size_t count>
class NameNumbers
{
public:
    std::uint32_t operator[](const NameKey<count> &key)
    {
        return m_numbers.try_emplace(key, static_cast<std::uint32_t>(m_numbers.size()))
            .first->second;
    }
    std::size_t size() const { return m_numbers.size(); }

private:
    std::unordered_map<NameKey<count>, std::uint32_t, NameKeyHash<count>> m_numbers;
};

} // namespace loupe
