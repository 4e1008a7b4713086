// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/host/callrange.h"
#include "core/sandbox/channel/tensorarena.h"

#include <array>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace loupe {

/// Returns the indices of the arena's tensors that these calls write, the last call's at the end.
/// Pure.
std::vector<std::size_t> writtenTensors(const CallRange &range, std::size_t slotCount,
                                        std::size_t ofOneCall);

/// Samples of results at random positions, chosen before a block of calls and read as soon as it is
/// answered. Values still missing then were not computed within the block. Accesses only the
/// arena's memory.
class ResultGlimpse
{
public:
    /// Chooses positions in these tensors of an arena that outlives this. Half of them lie in the
    /// last eighth, where an unfinished call is still missing results.
    void choose(const TensorArena &results, std::span<const std::size_t> tensors,
                std::mt19937_64 &random);
    void take();
    /// Returns true if the positions still hold the values seen by take().
    bool stillHolds() const;

private:
    /// Number of samples; reading them takes a few microseconds.
    static constexpr std::size_t most = 24;
    using Word = std::array<std::byte, 8>;
    static std::size_t wordsOf(std::span<const std::byte> bytes);
    struct Sample {
        const std::byte *data = nullptr;
        std::size_t bytes = 0;
        Word seen{};
    };
    std::vector<Sample> m_places;
};

} // namespace loupe
