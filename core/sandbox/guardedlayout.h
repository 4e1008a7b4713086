// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/tensorspec.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace loupe {

/// Bytes before the first tensor, between tensors and behind the last one, at least.
inline constexpr std::int64_t deviceGuardBytes = std::int64_t{1} << 20;

/// What guards repeat, from the start of the memory: NaN as float64, float32, float16 and bfloat16,
/// so that what reads beside a tensor spreads, and a number nobody writes by accident as an
/// integer.
inline constexpr std::array<std::uint8_t, 4> guardPattern{0xF5, 0xFF, 0xF7, 0x7F};

/// Tensors in one piece of a GPU's memory with guards around each: a GPU has no unmapped page right
/// behind the last element as TensorArena has, so that what is written beside a tensor is found
/// afterwards. Each tensor starts at a multiple of 256 bytes; the guard behind it starts at its
/// very end. Pure.
struct GuardedLayout {
    struct Range {
        std::int64_t begin = 0;
        std::int64_t end = 0;
        friend bool operator==(const Range &, const Range &) = default;
    };
    std::vector<Range> tensors;
    std::vector<Range> guards; ///< one more than tensors: guards[i] lies before tensors[i]
    std::int64_t bytes = 0;
};
GuardedLayout guardedLayout(std::span<const TensorSpec> specs);

/// A write beside a tensor.
struct GuardDamage {
    std::size_t tensor = 0;    ///< of the layout
    std::int64_t distance = 0; ///< of its nearest byte: bytes behind the end (0: the first one), or
                               ///< negative: before the start
    friend bool operator==(const GuardDamage &, const GuardDamage &) = default;
};

/// Whose neighbourhood was written to, where `first` and `last` are the lowest and the highest
/// damaged offset of one guard: that of the nearer tensor. nullopt where they lie in no guard.
std::optional<GuardDamage> damageAt(const GuardedLayout &layout, std::int64_t first,
                                    std::int64_t last);

} // namespace loupe
