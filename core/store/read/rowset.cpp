// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/rowset.h"

#include <algorithm>
#include <iterator>

namespace loupe {

RowSet::RowSet(std::span<const RowId> ids)
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

std::vector<RowId> rowsIn(std::span<const RowId> ids, const RowSet &chosen)
{
    std::vector<RowId> out;
    std::ranges::copy_if(ids, std::back_inserter(out),
                         [&](RowId id) { return chosen.contains(id); });
    return out;
}

} // namespace loupe
