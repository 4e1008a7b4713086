// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace loupe {

/// Rows of a small table by id. Most ids are small, so most rows are in a vector; foreign stores
/// may have any ids.
template <typename Facts>
class ById
{
public:
    void add(std::int64_t id, Facts facts)
    {
        if (id >= 0 && id < maxDense) {
            const auto place = static_cast<std::size_t>(id);
            if (place >= m_dense.size())
                m_dense.resize(place + 1);
            m_dense[place] = std::move(facts);
        } else {
            m_others[id] = std::move(facts);
        }
    }
    const Facts *find(std::int64_t id) const
    {
        if (id >= 0 && id < maxDense) {
            const auto place = static_cast<std::size_t>(id);
            return place < m_dense.size() && m_dense[place] ? &*m_dense[place] : nullptr;
        }
        const auto found = m_others.find(id);
        return found == m_others.end() ? nullptr : &found->second;
    }

    /// Calls `each` with all facts.
    template <typename Each>
    void forEach(const Each &each) const
    {
        for (const std::optional<Facts> &facts : m_dense) {
            if (facts)
                each(*facts);
        }
        for (const auto &[id, facts] : m_others)
            each(facts);
    }
    /// Returns true if every id is from 0 to below `limit`.
    bool areBelow(std::int64_t limit) const
    {
        return static_cast<std::int64_t>(m_dense.size()) <= limit
            && std::ranges::all_of(m_others, [&](const auto &each) {
                   return each.first >= 0 && each.first < limit;
               });
    }

private:
    static constexpr std::int64_t maxDense = 100000;
    std::vector<std::optional<Facts>> m_dense;
    std::unordered_map<std::int64_t, Facts> m_others;
};

} // namespace loupe
