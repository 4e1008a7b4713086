// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/trajectories.h"

#include "core/analysis/grouping.h"
#include "core/analysis/rowgroups.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace loupe {

namespace {

/// Run, suite, task, method, and the sample of them.
struct SampleKey {
    NameKey<4> names;
    int sample = 0;
    friend bool operator==(const SampleKey &, const SampleKey &) = default;
};

struct SampleKeyHash {
    std::size_t operator()(const SampleKey &key) const noexcept
    {
        return NameKeyHash<4>()(key.names)
            ^ (static_cast<std::uint32_t>(key.sample) * 0x9e3779b97f4a7c15U);
    }
};

/// Rows of one sample.
struct SampleTally {
    std::uint32_t method = 0;
    int leastRound = 0;
    int mostRound = 0;
    std::size_t used = 0;
    std::size_t unsound = 0;
    std::size_t withheld = 0;
};

bool isSameSample(const MetricRow &a, const MetricRow &b)
{
    return a.sample == b.sample && a.task == b.task && a.method == b.method && a.suite == b.suite
        && a.run == b.run;
}

Trajectory beginTrajectory(const MetricRow &row)
{
    return {row.run,      row.suite, row.task,      row.method, row.sample,
            row.category, row.level, row.precision, row.device, {}};
}

/// Judged before not judged, then the later one.
bool speaksRatherThan(const RoundEntry &entry, const RoundEntry &known)
{
    return entry.isKnown() != known.isKnown() ? entry.isKnown() : known.id < entry.id;
}

/// Puts the entries of one trajectory in order, one for each round; how many are left.
std::size_t settleRounds(std::span<RoundEntry> entries)
{
    const auto isEarlier
        = [](const RoundEntry &a, const RoundEntry &b) { return a.round < b.round; };
    if (!std::ranges::is_sorted(entries, isEarlier))
        std::ranges::stable_sort(entries, isEarlier);
    std::size_t count = 0;
    for (const RoundEntry &entry : entries) {
        if (count > 0 && entries[count - 1].round == entry.round) {
            if (speaksRatherThan(entry, entries[count - 1]))
                entries[count - 1] = entry;
        } else {
            entries[count++] = entry;
        }
    }
    return count;
}

/// Makes trajectories in one walk over the rows, which are many and large.
class TrajectoryCollector
{
public:
    explicit TrajectoryCollector(const TrajectoryRules &asked) : m_rules(asked) { }

    bool read(std::span<const MetricRow> rows, const std::stop_token &stop)
    {
        constexpr std::size_t askEvery = 65536;
        m_read.reserve(rows.size());
        m_sampleOf.reserve(rows.size());
        const MetricRow *last = nullptr;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (i % askEvery == 0 && stop.stop_requested())
                return false;
            // Rounds of one sample mostly follow each other: no need to look it up.
            if (last == nullptr || !isSameSample(rows[i], *last))
                m_sample = numberOf(rows[i]);
            last = &rows[i];
            add(rows[i], static_cast<std::uint32_t>(i));
        }
        return true;
    }

    Trajectories finish()
    {
        const std::vector<bool> isKept = keptSamples();
        std::vector<std::size_t> next(m_tallies.size() + 1, 0);
        for (std::size_t i = 0; i < m_tallies.size(); ++i)
            next[i + 1] = next[i] + (isKept[i] ? m_tallies[i].used : 0);
        const std::vector<std::size_t> starts = next;
        std::vector<RoundEntry> all;
        if (next.back() == m_read.size() && std::ranges::is_sorted(m_sampleOf)) {
            all = std::move(m_read); // they lie as they should
            std::rotate(next.begin(), next.begin() + 1, next.end());
        } else {
            all.resize(next.back());
            for (std::size_t i = 0; i < m_read.size(); ++i) {
                if (isKept[m_sampleOf[i]])
                    all[next[m_sampleOf[i]]++] = m_read[i];
            }
        }
        std::size_t kept = 0;
        for (std::size_t i = 0; i < m_tallies.size(); ++i) {
            if (starts[i] == next[i])
                continue;
            const auto entries = std::span(all).subspan(starts[i], next[i] - starts[i]);
            m_all[i].rounds = entries.first(settleRounds(entries));
            m_all[kept++] = m_all[i];
        }
        m_all.resize(kept);
        return {std::move(all), std::move(m_all), m_counts};
    }

private:
    std::uint32_t numberOf(const MetricRow &row)
    {
        const SampleKey key{{row.run, row.suite, row.task, row.method}, row.sample};
        const auto [found, isNew]
            = m_samples.try_emplace(key, static_cast<std::uint32_t>(m_tallies.size()));
        if (isNew) {
            m_all.push_back(beginTrajectory(row));
            m_tallies.push_back(
                {m_methods[{row.run, row.suite, row.method}], row.round, row.round, 0, 0, 0});
        }
        return found->second;
    }

    void add(const MetricRow &row, std::uint32_t place)
    {
        SampleTally &tally = m_tallies[m_sample];
        tally.leastRound = std::min(tally.leastRound, row.round);
        tally.mostRound = std::max(tally.mostRound, row.round);
        if (m_rules.soundTasksOnly && !row.taskSound) {
            ++tally.unsound;
            return;
        }
        ++tally.used;
        const bool isUnknown = m_rules.withheldAsUnknown && row.isWithheld;
        tally.withheld += isUnknown ? 1 : 0;
        m_sampleOf.push_back(m_sample);
        RoundEntry entry;
        entry.id = row.id;
        entry.round = row.round;
        entry.place = place;
        entry.identicalCode = row.identicalCode;
        if (!isUnknown) {
            entry.outcome = outcomeOf(row.verdict);
            entry.speedup = usableSpeedup(row);
        }
        m_read.push_back(entry);
    }

    /// Counts what becomes of the rows, too.
    std::vector<bool> keptSamples()
    {
        struct Rounds {
            bool isSeen = false;
            int least = 0;
            int most = 0;
        };
        std::vector<Rounds> methods(m_methods.size());
        for (const SampleTally &tally : m_tallies) {
            Rounds &rounds = methods[tally.method];
            rounds.least
                = rounds.isSeen ? std::min(rounds.least, tally.leastRound) : tally.leastRound;
            rounds.most = rounds.isSeen ? std::max(rounds.most, tally.mostRound) : tally.mostRound;
            rounds.isSeen = true;
        }
        std::vector<bool> out;
        out.reserve(m_tallies.size());
        for (const SampleTally &tally : m_tallies) {
            const Rounds &rounds = methods[tally.method];
            out.push_back(!m_rules.refinedOnly || rounds.least != rounds.most);
            if (out.back()) {
                m_counts.used += tally.used;
                m_counts.unsound += tally.unsound;
                m_counts.withheld += tally.withheld;
            } else {
                m_counts.single += tally.used + tally.unsound;
            }
        }
        return out;
    }

    TrajectoryRules m_rules;
    NameNumbers<3> m_methods;
    std::unordered_map<SampleKey, std::uint32_t, SampleKeyHash> m_samples;
    std::vector<SampleTally> m_tallies;
    std::uint32_t m_sample = 0;
    std::vector<RoundEntry> m_read; ///< in the order of the rows
    std::vector<std::uint32_t> m_sampleOf;
    std::vector<Trajectory> m_all;
    Trajectories::Counts m_counts;
};

} // namespace

const RoundEntry *Trajectory::at(int round) const
{
    // A handful of rounds: a walk is quicker than a search.
    for (const RoundEntry &each : rounds) {
        if (each.round == round)
            return &each;
    }
    return nullptr;
}

const RoundEntry *Trajectory::knownAt(int round) const
{
    const RoundEntry *entry = at(round);
    return entry != nullptr && entry->isKnown() ? entry : nullptr;
}

Trajectories trajectoriesOf(std::span<const MetricRow> rows, const TrajectoryRules &asked,
                            const std::stop_token &stop)
{
    TrajectoryCollector collector(asked);
    return collector.read(rows, stop) ? collector.finish() : Trajectories();
}

std::vector<int> roundsOf(TrajectorySpan trajectories)
{
    std::vector<int> out;
    for (const Trajectory &trajectory : trajectories) {
        for (const RoundEntry &each : trajectory.rounds) {
            const auto place = std::ranges::lower_bound(out, each.round);
            if (place == out.end() || *place != each.round)
                out.insert(place, each.round);
        }
    }
    return out;
}

} // namespace loupe
