// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/host/callrange.h"
#include "core/sandbox/tensorarena.h"

#include <array>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace loupe {

/// Which tensors of an arena these calls write, the last call's at the end. Pure.
std::vector<std::size_t> writtenTensors(const CallRange &range, std::size_t slotCount,
                                        std::size_t ofOneCall);

/// A few places of results, chosen before a block of calls where nobody can know them and read the
/// moment it is answered: what is not there yet was not computed in the block. Pure but for the
/// memory that it looks at.
class ResultGlimpse
{
public:
    /// Of these tensors of an arena that outlives it: half of the places lie in the last eighth,
    /// which is what a call that is late still owes.
    void choose(const TensorArena &results, std::span<const std::size_t> tensors,
                std::mt19937_64 &random);
    void take();
    /// Whether the places still hold what take() saw.
    bool stillHolds() const;

private:
    /// As many as are read within some microseconds.
    static constexpr std::size_t most = 24;
    using Word = std::array<std::byte, 8>;
    static std::size_t wordsOf(std::span<const std::byte> bytes);
    struct Place {
        const std::byte *data = nullptr;
        std::size_t bytes = 0;
        Word seen{};
    };
    std::vector<Place> m_places;
};

} // namespace loupe
