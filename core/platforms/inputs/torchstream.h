// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace loupe {

/// Instruction set for drawing. All give the same bits.
enum class DrawKind : int { Baseline, Avx2, Avx512 };

/// Returns the fastest kind that this processor supports.
DrawKind bestDrawKind();
bool canDraw(DrawKind kind);

/// State of torch's CPU generator in the legacy layout of Generator.get_state(): MT19937 with one
/// block of words and the number of words left.
struct TorchState {
    static constexpr std::size_t blockWords = 624;
    static constexpr std::size_t bytes = 5056; ///< whole state; the part after these fields belongs
                                               ///< to normal_

    std::uint64_t seed;
    std::int32_t left; ///< 1: the block is used up
    std::int32_t isSeeded;
    std::uint64_t next;              ///< index of the next word
    std::uint64_t words[blockWords]; ///< 32 bits each
};

/// Draws the float32 numbers of torch's uniform_(from, from + range) on a contiguous CPU tensor.
/// Each takes one word w: u = (w mod 2^24) / 2^24; the number is u · range + from, rounded once.
/// `state` is advanced, so that torch can continue from it. Returns false, and does nothing, if the
/// processor lacks the instructions.
bool drawUniform(TorchState &state, std::span<float> to, float from, float range, DrawKind kind);

} // namespace loupe
