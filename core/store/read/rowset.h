// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <unordered_set>
#include <vector>

namespace loupe {

/// A set of evaluations for tests of a million rows. It has a bit per id, and a hash table for
/// large ids from other stores.
class RowSet
{
public:
    explicit RowSet(std::span<const RowId> ids)
    {
        for (const RowId id : ids) {
            if (id.value < 0 || id.value >= maxBits) {
                m_far.insert(id.value);
                continue;
            }
            const auto place = static_cast<std::size_t>(id.value);
            if (place >= m_near.size())
                m_near.resize(std::max(place + 1, m_near.size() * 2));
            m_near[place] = true;
        }
    }
    bool contains(RowId id) const
    {
        if (id.value < 0 || id.value >= maxBits)
            return !m_far.empty() && m_far.contains(id.value);
        const auto place = static_cast<std::size_t>(id.value);
        return place < m_near.size() && m_near[place];
    }

private:
    static constexpr std::int64_t maxBits = 1 << 26; ///< 8 MB
    std::vector<bool> m_near;
    std::unordered_set<std::int64_t> m_far;
};

/// Returns the elements of `ids` that are in `chosen`, in the order of `ids`.
inline std::vector<RowId> rowsIn(std::span<const RowId> ids, const RowSet &chosen)
{
    std::vector<RowId> out;
    std::ranges::copy_if(ids, std::back_inserter(out),
                         [&](RowId id) { return chosen.contains(id); });
    return out;
}

} // namespace loupe
