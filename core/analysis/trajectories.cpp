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

namespace {

/// Whether `row` speaks for its round rather than `known`, which may be null: judged before not
/// judged, then the later one.
bool speaksRatherThan(const MetricRow &row, const MetricRow *known)
{
    if (known == nullptr)
        return true;
    const bool isKnownJudged = isJudged(outcomeOf(known->verdict));
    if (isJudged(outcomeOf(row.verdict)) != isKnownJudged)
        return !isKnownJudged;
    return known->id < row.id;
}

bool isSameSample(const MetricRow &a, const MetricRow &b)
{
    return a.sample == b.sample && a.task == b.task && a.method == b.method && a.suite == b.suite
        && a.run == b.run;
}

Trajectories collectTrajectories(std::span<const MetricRow> rows, bool keepsUnknown)
{
    NameNumbers<4> attempts;
    std::unordered_map<SampleKey, std::size_t, SampleKeyHash> places;
    Trajectories out;
    std::size_t place = 0;
    const MetricRow *last = nullptr;
    for (const MetricRow &row : rows) {
        // Rounds of one sample mostly follow each other: no need to look their place up.
        if (last == nullptr || !isSameSample(row, *last)) {
            const SampleKey key{attempts[{row.run, row.suite, row.task, row.method}], row.sample};
            const auto [found, isNew] = places.try_emplace(key, out.size());
            if (isNew)
                out.emplace_back(
                    TrajectoryKey(row.run, row.suite, row.task, row.method, row.sample),
                    Trajectory());
            place = found->second;
        }
        last = &row;
        const MetricRow *&known = out[place].second[row.round];
        const bool counts = keepsUnknown || isJudged(outcomeOf(row.verdict));
        if (counts && speaksRatherThan(row, known))
            known = &row;
    }
    return out;
}

} // namespace

Trajectories trajectoriesOf(std::span<const MetricRow> rows)
{
    return collectTrajectories(rows, false);
}

Trajectories trajectoriesWithUnknown(std::span<const MetricRow> rows)
{
    return collectTrajectories(rows, true);
}

RefinementRows refinementRows(std::span<const MetricRow> rows)
{
    struct Seen {
        int round = 0;
        bool hasMore = false;
    };
    NameNumbers<3> numbers;
    std::vector<Seen> methods;
    std::vector<std::uint32_t> methodOf;
    methodOf.reserve(rows.size());
    for (const MetricRow &row : rows) {
        const MetricRow *last = methodOf.empty() ? nullptr : &row - 1;
        const bool isSame = last != nullptr && row.method == last->method
            && row.suite == last->suite && row.run == last->run;
        const std::uint32_t method
            = isSame ? methodOf.back() : numbers[{row.run, row.suite, row.method}];
        if (method == methods.size())
            methods.push_back({row.round, false});
        methods[method].hasMore = methods[method].hasMore || methods[method].round != row.round;
        methodOf.push_back(method);
    }
    RefinementRows out;
    out.rows = rows;
    if (std::ranges::all_of(methods, &Seen::hasMore))
        return out;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (methods[methodOf[i]].hasMore)
            out.kept.push_back(rows[i]);
    }
    out.rows = out.kept;
    return out;
}

} // namespace loupe
