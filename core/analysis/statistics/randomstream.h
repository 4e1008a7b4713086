// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace loupe {

/// Random numbers that depend only on (seed, stream). Resample number 17 draws the same on every
/// thread and machine. SplitMix64 (Steele, Lea, Flood 2014), with its state a mixture of seed and
/// stream.
class RandomStream
{
public:
    RandomStream(std::uint64_t seed, std::uint64_t stream)
        : m_state(mixed(seed + golden) ^ mixed((stream + 1) * golden))
    {
    }

    std::uint64_t next()
    {
        m_state += golden;
        return mixed(m_state);
    }
    /// Returns 0 .. bound - 1, by multiplication of 32 bits; its bias is below bound / 2^32.
    std::uint32_t below(std::uint32_t bound)
    {
        return static_cast<std::uint32_t>(((next() >> 32U) * bound) >> 32U);
    }
    /// Returns 0 <= u < 1, a multiple of 2^-53.
    double uniform() { return static_cast<double>(next() >> 11U) * 0x1p-53; }

private:
    static constexpr std::uint64_t golden = 0x9e3779b97f4a7c15U;
    static std::uint64_t mixed(std::uint64_t z)
    {
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31U);
    }

    std::uint64_t m_state;
};

} // namespace loupe
