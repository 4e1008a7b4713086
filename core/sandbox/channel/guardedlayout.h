// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/values/tensorspec.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace loupe {

/// Minimum size of a guard: before the first tensor, between tensors and after the last one.
inline constexpr std::int64_t deviceGuardBytes = std::int64_t{1} << 20;

/// Repeated content of guards. As float64, float32, float16 and bfloat16 it is NaN, so that an
/// out-of-bounds read spreads; as an integer it is an unlikely value.
inline constexpr std::array<std::uint8_t, 4> guardPattern{0xF5, 0xFF, 0xF7, 0x7F};

/// Environment variable that gives each tensor of a candidate process an allocation of its own,
/// without guards, so that compute-sanitizer reports accesses outside of them.
inline constexpr const char *separateTensorsVariable = "KLOUPE_SEPARATE_TENSORS";

/// Layout of tensors in one GPU allocation with guards around each. A GPU has no unmapped page
/// right after the last element as TensorArena has, so out-of-bounds writes are detected
/// afterwards. Each tensor starts at a multiple of 256 bytes; its guard starts right at its end.
/// Pure.
struct GuardedLayout {
    struct Range {
        std::int64_t begin = 0;
        std::int64_t end = 0;
        friend bool operator==(const Range &, const Range &) = default;
    };
    std::vector<Range> tensors;
    std::vector<Range> guards; ///< one more than tensors: guards[i] precedes tensors[i]
    std::int64_t bytes = 0;
};
GuardedLayout guardedLayout(std::span<const TensorSpec> specs);

/// An out-of-bounds write.
struct GuardDamage {
    std::size_t tensor = 0;    ///< index in the layout
    std::int64_t distance = 0; ///< bytes from the tensor to its nearest damaged byte; 0: first byte
                               ///< after the end, negative: before the start
    friend bool operator==(const GuardDamage &, const GuardDamage &) = default;
};

/// Returns the tensor nearest to a damage in a guard. `first` and `last` are the guard's lowest and
/// highest damaged offset. nullopt if they lie in no guard.
std::optional<GuardDamage> damageAt(const GuardedLayout &layout, std::int64_t first,
                                    std::int64_t last);

} // namespace loupe
