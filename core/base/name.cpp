// SPDX-License-Identifier: Apache-2.0
#include "core/base/name.h"

#include <array>
#include <bit>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace loupe {

namespace {

/// Table of all names, in blocks that double in size and never move. Reading takes no lock, because
/// every number comes from a thread that wrote its text before.
class NameTable
{
public:
    NameTable() { numberOf({}); }

    std::uint32_t numberOf(std::string_view text)
    {
        const std::scoped_lock lock(m_mutex);
        if (const auto known = m_numbers.find(text); known != m_numbers.end())
            return known->second;
        const auto number = static_cast<std::uint32_t>(m_numbers.size());
        const Slot slot = slotOf(number);
        if (slot.within == 0)
            m_blocks.at(slot.block) = std::vector<std::string>(slot.blockSize);
        std::string &kept = m_blocks.at(slot.block)[slot.within];
        kept = text;
        m_numbers.emplace(kept, number);
        return number;
    }
    const std::string &text(std::uint32_t number) const
    {
        const Slot slot = slotOf(number);
        return m_blocks[slot.block][slot.within];
    }

private:
    static constexpr unsigned firstBits = 10; ///< the first block holds 1024 names
    struct Slot {
        std::size_t block;
        std::size_t within;
        std::size_t blockSize;
    };
    static Slot slotOf(std::uint32_t number)
    {
        const std::uint64_t at = std::uint64_t{number} + (1U << firstBits);
        return {static_cast<std::size_t>(std::bit_width(at)) - 1 - firstBits,
                at ^ std::bit_floor(at), std::bit_floor(at)};
    }

    std::mutex m_mutex;
    std::array<std::vector<std::string>, 33 - firstBits> m_blocks;
    std::unordered_map<std::string_view, std::uint32_t> m_numbers;
};

NameTable &names()
{
    // Never destroyed, because names may outlive every other static object.
    static auto *const table = new NameTable; // NOLINT(cppcoreguidelines-owning-memory)
    return *table;
}

} // namespace

Name::Name(std::string_view text) : m_number(names().numberOf(text)) { }

const std::string &Name::text() const
{
    return names().text(m_number);
}

} // namespace loupe
