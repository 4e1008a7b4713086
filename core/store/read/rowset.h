// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <span>
#include <unordered_set>
#include <vector>

namespace loupe {

/// A set of evaluations that is asked about each of a million rows: a bit for each id, or a hash
/// table where ids of a store of another origin lie far apart.
class RowSet
{
public:
    explicit RowSet(std::span<const RowId> ids);
    bool contains(RowId id) const
    {
        if (id.value < 0 || id.value >= mostBits)
            return !m_far.empty() && m_far.contains(id.value);
        const auto place = static_cast<std::size_t>(id.value);
        return place < m_near.size() && m_near[place];
    }

private:
    static constexpr std::int64_t mostBits = 1 << 26; ///< 8 MB
    std::vector<bool> m_near;
    std::unordered_set<std::int64_t> m_far;
};

/// Those of `ids` that are in `chosen`, in the order of `ids`.
std::vector<RowId> rowsIn(std::span<const RowId> ids, const RowSet &chosen);

} // namespace loupe
