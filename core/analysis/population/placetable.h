// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace loupe {

/// Of numbers that together say what rows share.
inline std::uint64_t hashOfNumbers(std::initializer_list<std::uint64_t> numbers)
{
    std::uint64_t out = 0;
    for (const std::uint64_t each : numbers) {
        out = (out ^ each) * 0x9e3779b97f4a7c15U;
        out ^= out >> 32U;
    }
    return out;
}

/// One place for each group of alike rows, in a table with open addressing that holds places and a
/// part of their hash alone: a node for each of a million rows would take longer than all else.
class PlaceTable
{
public:
    static constexpr std::uint32_t none = ~0U;

    /// Of no more groups than `most`.
    explicit PlaceTable(std::size_t most) : m_slots(std::bit_ceil(most * 2 + 1)) { }

    /// The place kept for the group with that hash of which `isOne(place)` is true of the one kept;
    /// `none`, to be overwritten, where it is the first.
    template <typename IsOne>
    std::uint32_t &of(std::uint64_t hash, const IsOne &isOne)
    {
        const auto check = static_cast<std::uint32_t>(hash >> 32U);
        for (std::uint64_t at = hash;; ++at) {
            Slot &slot = m_slots[at & (m_slots.size() - 1)];
            if (slot.place == none)
                slot.check = check;
            if (slot.place == none || (slot.check == check && isOne(slot.place)))
                return slot.place;
        }
    }

private:
    struct Slot {
        std::uint32_t check = 0;
        std::uint32_t place = none;
    };
    std::vector<Slot> m_slots; ///< a power of two of them, at most half of them taken
};

} // namespace loupe
