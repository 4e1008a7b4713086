// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sandbox/tensorarena.h"

#include <array>
#include <cstdint>
#include <random>
#include <vector>

namespace loupe {

/// A few places of a result, chosen before a call where nobody can know them and read the moment it
/// is answered: what is not there yet was not computed in the call. Pure but for the memory that it
/// looks at.
class ResultGlimpse
{
public:
    /// Of these tensors, which must outlive it.
    void choose(const TensorArena &result, std::mt19937_64 &random);
    void take();
    /// Whether the places still hold what take() saw.
    bool stillHolds() const;

private:
    /// As many as are read within some microseconds.
    static constexpr std::size_t most = 24;
    using Word = std::array<std::byte, 8>;
    struct Place {
        const std::byte *data = nullptr;
        std::size_t bytes = 0;
        Word seen{};
    };
    std::vector<Place> m_places;
};

} // namespace loupe
