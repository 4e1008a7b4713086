// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace loupe {

/// Which instructions draw. All give the same bits.
enum class DrawKind : int { Baseline, Avx2, Avx512 };

/// The fastest that this processor has.
DrawKind bestDrawKind();
bool canDraw(DrawKind kind);

/// torch's CPU generator as Generator.get_state() writes it down (torch's legacy layout): MT19937
/// with one block of words and how many of them are left.
struct TorchState {
    static constexpr std::size_t blockWords = 624;
    static constexpr std::size_t bytes = 5056; ///< of the whole; behind the words it is normal_'s

    std::uint64_t seed;
    std::int32_t left; ///< 1: the block is used up
    std::int32_t isSeeded;
    std::uint64_t next;              ///< place of the next word
    std::uint64_t words[blockWords]; ///< 32 bits each
};

/// Uniform numbers as torch's uniform_(from, from + range) makes them of float32 in a contiguous
/// tensor of its CPU: each takes one word w, u = (w mod 2^24) / 2^24, and is u · range + from,
/// rounded once. `state` is left behind them, so that torch goes on from there. False, and nothing
/// done, where the processor lacks the instructions.
bool drawUniform(TorchState &state, std::span<float> to, float from, float range, DrawKind kind);

} // namespace loupe
