// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/metricrow.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

namespace loupe {

/// One round of a trajectory: all that charts ask of its row, so that they need no row.
struct RoundEntry {
    RowId id;
    std::optional<double> speedup; ///< of a correct kernel, where usable
    int round = 0;
    std::uint32_t place = 0; ///< of its row among those that were given
    Outcome outcome = Outcome::Unknown;
    bool identicalCode = false;

    bool isKnown() const { return isJudged(outcome); }
};

/// One sample of a method at a task, in one run, over its rounds.
struct Trajectory {
    Name run;
    Name suite;
    Name task;
    Name method;
    int sample = 0;
    Name category; ///< this and what follows as its first row says
    std::optional<int> level;
    Name precision;
    Name device;
    Name baseline;
    Name protocol;
    Name suiteVersion;
    Name clock;
    std::span<const RoundEntry> rounds; ///< ascending, each once

    /// Its entry of that round; null where there is none.
    const RoundEntry *at(int round) const;
    /// Its judged entry of that round; null where there is none.
    const RoundEntry *knownAt(int round) const;
};

/// Which rows make trajectories.
struct TrajectoryRules {
    /// Only those of each (run, suite, method) with more than one round. A method that was sampled
    /// once or many times without feedback has no trajectories, and would drown those that have.
    bool refinedOnly = false;
    bool soundTasksOnly = false;
    /// A correct round that a finding of cheating speaks against is flagged: not correct, and
    /// without a speedup.
    bool flagsWithheld = false;
    /// Without results that only repeat a round's with fresh inputs; refinedOnly leaves them out,
    /// too.
    bool withoutConfirmed = false;
};

using TrajectorySpan = std::span<const Trajectory>;

/// The trajectories among rows, in the order of their first row; a value of its own, which needs
/// the rows no more. Of several attempts at one round the last judged one counts; a round without a
/// judged one has its last, which says what is not known of it.
class Trajectories
{
public:
    /// Rows by what became of them.
    struct Counts {
        std::size_t used = 0;    ///< of the trajectories, several attempts at a round included
        std::size_t single = 0;  ///< left out: of methods with a single round, or repeating one
        std::size_t unsound = 0; ///< of the others, left out: of unsound tasks
        std::size_t flagged = 0; ///< of those used
    };

    Trajectories() = default;
    /// The rounds of `all` are places in `entries`.
    Trajectories(std::vector<RoundEntry> entries, std::vector<Trajectory> all, const Counts &counts)
        : m_entries(std::move(entries))
        , m_all(std::move(all))
        , m_counts(counts)
    {
    }
    Trajectories(const Trajectories &) = delete; // a trajectory looks at the entries kept here
    Trajectories &operator=(const Trajectories &) = delete;
    Trajectories(Trajectories &&) noexcept = default;
    Trajectories &operator=(Trajectories &&) noexcept = default;
    ~Trajectories() = default;

    const Trajectory *begin() const { return m_all.data(); }
    const Trajectory *end() const { return m_all.data() + m_all.size(); }
    std::size_t size() const { return m_all.size(); }
    bool empty() const { return m_all.empty(); }
    const Trajectory &operator[](std::size_t place) const { return m_all[place]; }
    const Counts &counts() const { return m_counts; }

private:
    std::vector<RoundEntry> m_entries; ///< those of one trajectory lie together
    std::vector<Trajectory> m_all;
    Counts m_counts;
};

/// Without any trajectory when told to stop.
Trajectories trajectoriesOf(std::span<const MetricRow> rows, const TrajectoryRules &asked = {},
                            const std::stop_token &stop = {});

/// The rounds of any of them, ascending.
std::vector<int> roundsOf(TrajectorySpan trajectories);

} // namespace loupe
