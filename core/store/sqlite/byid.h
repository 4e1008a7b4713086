// SPDX-License-Identifier: Apache-2.0
#pragma once

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

private:
    static constexpr std::int64_t maxDense = 100000;
    std::vector<std::optional<Facts>> m_dense;
    std::unordered_map<std::int64_t, Facts> m_others;
};

} // namespace loupe
