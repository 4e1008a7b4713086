// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/rows/trajectories.h"

#include "core/analysis/rows/grouping.h"
#include "core/analysis/rows/namenumbers.h"
#include "core/analysis/statistics/twothreads.h"
#include "core/model/record/confirmedmethod.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace loupe {

namespace {

/// Compares rows and trajectories in any combination.
template <typename One, typename Other>
bool isSameSample(const One &a, const Other &b)
{
    return a.sample == b.sample && a.task == b.task && a.method == b.method && a.suite == b.suite
        && a.run == b.run;
}

/// Maps each row to its trajectory. It uses open addressing and stores only indices and parts of
/// hashes, because a node per trajectory would dominate the running time.
class TrajectoryPlaces
{
public:
    explicit TrajectoryPlaces(std::size_t rows) : m_slots(std::bit_ceil(rows / 2 + 64)) { }

    /// Returns its index in `known`. For a new sample this is the end, and the caller appends it.
    template <typename Sampled>
    std::uint32_t of(const Sampled &one, const std::vector<Trajectory> &known)
    {
        if ((known.size() + 1) * 2 > m_slots.size())
            grow(known);
        Slot &slot = slotOf(one, known);
        if (slot.place == free)
            slot = {checkOf(hashOf(one)), static_cast<std::uint32_t>(known.size())};
        return slot.place;
    }

private:
    static constexpr std::uint32_t free = ~0U;
    struct Slot {
        std::uint32_t check = 0;
        std::uint32_t place = free;
    };

    template <typename Sampled>
    static std::uint64_t hashOf(const Sampled &one)
    {
        constexpr std::uint64_t golden = 0x9e3779b97f4a7c15U;
        const std::uint64_t names = NameKeyHash<4>()({one.run, one.suite, one.task, one.method});
        const std::uint64_t mixed
            = (names ^ (static_cast<std::uint32_t>(one.sample) * golden)) * golden;
        return mixed ^ (mixed >> 29U);
    }
    static std::uint32_t checkOf(std::uint64_t hash)
    {
        return static_cast<std::uint32_t>(hash >> 32U);
    }

    /// Returns the slot of that sample, or the free one for it.
    template <typename Sampled>
    Slot &slotOf(const Sampled &one, const std::vector<Trajectory> &known)
    {
        const std::uint64_t hash = hashOf(one);
        for (std::uint64_t at = hash;; ++at) {
            Slot &slot = m_slots[at & (m_slots.size() - 1)];
            if (slot.place == free
                || (slot.check == checkOf(hash) && isSameSample(known[slot.place], one)))
                return slot;
        }
    }

    void grow(const std::vector<Trajectory> &known)
    {
        m_slots.assign(m_slots.size() * 2, {});
        for (std::uint32_t place = 0; place < known.size(); ++place)
            slotOf(known[place], known) = {checkOf(hashOf(known[place])), place};
    }

    std::vector<Slot> m_slots; ///< size is a power of two; at most half full
};

/// Rows of one sample.
struct SampleTally {
    std::uint32_t method = 0;
    int minRound = std::numeric_limits<int>::max();
    int maxRound = std::numeric_limits<int>::min();
    std::size_t used = 0;
    std::size_t unsound = 0;
    std::size_t flagged = 0;

    void addRound(int round)
    {
        minRound = std::min(minRound, round);
        maxRound = std::max(maxRound, round);
    }
    /// Adds everything except the method.
    void add(const SampleTally &other)
    {
        addRound(other.minRound);
        addRound(other.maxRound);
        used += other.used;
        unsound += other.unsound;
        flagged += other.flagged;
    }
};

/// Starts a trajectory without rounds, from a row or another trajectory.
template <typename Sampled>
Trajectory beginTrajectory(const Sampled &row)
{
    return {row.run,      row.suite,        row.task,      row.method, row.sample,
            row.category, row.level,        row.precision, row.device, row.baseline,
            row.protocol, row.suiteVersion, row.clock,     {}};
}

/// Returns true if `entry` takes precedence: judged before not judged, then the later one.
bool speaksRatherThan(const RoundEntry &entry, const RoundEntry &known)
{
    return entry.isKnown() != known.isKnown() ? entry.isKnown() : known.id < entry.id;
}

/// Sorts the entries of one trajectory and keeps one per round; returns how many are left.
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

/// Collects trajectories in one walk over the rows, which are many and large.
class TrajectoryCollector
{
public:
    /// `rows` is the total number, including those of other collectors.
    TrajectoryCollector(const TrajectoryRules &asked, std::size_t rows)
        : m_rules(asked)
        , m_places(rows)
    {
        m_read.reserve(rows);
        m_sampleOf.reserve(rows);
    }

    /// Reads the rows from `begin` to `end`; stops early if stopped.
    void read(std::span<const MetricRow> rows, std::size_t begin, std::size_t end,
              const std::stop_token &stop)
    {
        constexpr std::size_t askEvery = 65536;
        const MetricRow *last = nullptr;
        for (std::size_t i = begin; i < end; ++i) {
            if (i % askEvery == 0 && stop.stop_requested())
                return;
            // Rounds of one sample are mostly consecutive, so most lookups are skipped.
            if (last == nullptr || !isSameSample(rows[i], *last))
                m_sample = placeOfSample(rows[i]);
            last = &rows[i];
            add(rows[i], static_cast<std::uint32_t>(i));
        }
    }

    /// Appends what another collector read from the following rows.
    void append(const TrajectoryCollector &later)
    {
        std::vector<std::uint32_t> placeOf;
        placeOf.reserve(later.m_all.size());
        for (std::size_t i = 0; i < later.m_all.size(); ++i) {
            placeOf.push_back(placeOfSample(later.m_all[i]));
            m_tallies[placeOf.back()].add(later.m_tallies[i]);
        }
        m_read.insert(m_read.end(), later.m_read.begin(), later.m_read.end());
        for (const std::uint32_t sample : later.m_sampleOf)
            m_sampleOf.push_back(placeOf[sample]);
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
            all = std::move(m_read); // they are already in order
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
    /// Returns the index for a row, or for a trajectory without rounds; adds it if new.
    template <typename Sampled>
    std::uint32_t placeOfSample(const Sampled &one)
    {
        const std::uint32_t place = m_places.of(one, m_all);
        if (place == m_all.size()) {
            m_all.push_back(beginTrajectory(one));
            m_tallies.emplace_back().method = m_methods[{one.run, one.suite, one.method}];
        }
        return place;
    }

    void add(const MetricRow &row, std::uint32_t place)
    {
        SampleTally &tally = m_tallies[m_sample];
        tally.addRound(row.round);
        if (m_rules.soundTasksOnly && !row.taskSound) {
            ++tally.unsound;
            return;
        }
        ++tally.used;
        const Outcome recorded = outcomeOf(row.verdict);
        const bool isFlagged = recorded == Outcome::Flagged
            || (m_rules.flagsWithheld && row.isWithheld && recorded == Outcome::Correct);
        tally.flagged += isFlagged ? 1 : 0;
        m_sampleOf.push_back(m_sample);
        RoundEntry entry;
        entry.id = row.id;
        entry.round = row.round;
        entry.place = place;
        entry.identicalCode = row.identicalCode;
        entry.outcome = isFlagged ? Outcome::Flagged : recorded;
        if (!isFlagged)
            entry.speedup = usableSpeedup(row);
        m_read.push_back(entry);
    }

    /// Also counts the use of the rows.
    std::vector<bool> keptSamples()
    {
        std::vector<SampleTally> methods(m_methods.size());
        for (const SampleTally &tally : m_tallies)
            methods[tally.method].add(tally);
        const bool isRoundsAlone = m_rules.refinedOnly || m_rules.withoutConfirmed;
        std::vector<bool> isLeftOut;
        isLeftOut.reserve(methods.size());
        for (std::size_t i = 0; i < methods.size(); ++i)
            isLeftOut.push_back((m_rules.refinedOnly && methods[i].minRound == methods[i].maxRound)
                                || (isRoundsAlone && isConfirmedName(m_methods.keys()[i].back())));
        std::vector<bool> out;
        out.reserve(m_tallies.size());
        for (const SampleTally &tally : m_tallies) {
            out.push_back(!isLeftOut[tally.method]);
            if (out.back()) {
                m_counts.used += tally.used;
                m_counts.unsound += tally.unsound;
                m_counts.flagged += tally.flagged;
            } else {
                m_counts.single += tally.used + tally.unsound;
            }
        }
        return out;
    }

    TrajectoryRules m_rules;
    NameNumbers<3> m_methods;
    TrajectoryPlaces m_places;
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
    // There are few rounds, so a linear search is fastest.
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
    const std::size_t half = rows.size() < worthASecondThread ? rows.size() : rows.size() / 2;
    TrajectoryCollector first(asked, rows.size());
    auto later = std::async(besides(rows.size()), [&] {
        TrajectoryCollector out(asked, rows.size() - half);
        out.read(rows, half, rows.size(), stop);
        return out;
    });
    first.read(rows, 0, half, stop);
    first.append(later.get());
    return stop.stop_requested() ? Trajectories() : first.finish();
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
