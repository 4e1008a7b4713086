// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/trajectories.h"

#include "core/analysis/rowgroups.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>

namespace loupe {

namespace {

/// A number for each (attempt, sample).
struct SampleKey {
    std::uint32_t attempt = 0;
    int sample = 0;
    friend bool operator==(const SampleKey &, const SampleKey &) = default;
};

struct SampleKeyHash {
    std::size_t operator()(const SampleKey &key) const noexcept
    {
        return (std::size_t{key.attempt} << 32U | static_cast<std::uint32_t>(key.sample))
            * 0x9e3779b97f4a7c15U;
    }
};

} // namespace

const MetricRow *&Trajectory::operator[](int round)
{
    // Rows come by round nearly always.
    auto place = m_rounds.end();
    while (place != m_rounds.begin() && std::prev(place)->first >= round)
        --place;
    if (place == m_rounds.end() || place->first != round)
        place = m_rounds.insert(place, {round, nullptr});
    return place->second;
}

std::vector<Trajectory::Entry>::const_iterator Trajectory::find(int round) const
{
    return std::find_if(m_rounds.begin(), m_rounds.end(),
                        [&](const Entry &each) { return each.first == round; });
}

Trajectories trajectoriesOf(std::span<const MetricRow> rows)
{
    NameNumbers<4> attempts;
    std::unordered_map<SampleKey, std::size_t, SampleKeyHash> places;
    Trajectories out;
    for (const MetricRow &row : rows) {
        const SampleKey key{attempts[{row.run, row.suite, row.task, row.method}], row.sample};
        const auto [place, isNew] = places.try_emplace(key, out.size());
        if (isNew)
            out.emplace_back(TrajectoryKey(row.run, row.suite, row.task, row.method, row.sample),
                             Trajectory());
        const MetricRow *&known = out[place->second].second[row.round];
        const bool later = known == nullptr || known->id < row.id;
        if (isJudged(outcomeOf(row.verdict)) && later)
            known = &row;
    }
    return out;
}

} // namespace loupe
