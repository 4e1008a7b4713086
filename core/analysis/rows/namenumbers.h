// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/keynumbers.h"
#include "core/base/name.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace loupe {

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
