// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace loupe {

/// Hashes the numbers that identify a group of rows.
inline std::uint64_t hashOfNumbers(std::initializer_list<std::uint64_t> numbers)
{
    std::uint64_t out = 0;
    for (const std::uint64_t each : numbers) {
        out = (out ^ each) * 0x9e3779b97f4a7c15U;
        out ^= out >> 32U;
    }
    return out;
}

/// Hash table from groups of equal rows to one index each. It uses open addressing and stores only
/// indices and parts of hashes, because a node per row is too slow for a million rows.
class PlaceTable
{
public:
    static constexpr std::uint32_t none = ~0U;

    /// Makes a table for at most `most` groups.
    explicit PlaceTable(std::size_t most) : m_slots(std::bit_ceil(most * 2 + 1)) { }

    /// Returns the slot of the group with that hash for which `isOne(place)` is true. If the group
    /// is new, the slot contains `none`, and the caller overwrites it.
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
    std::vector<Slot> m_slots; ///< size is a power of two; at most half full
};

} // namespace loupe
