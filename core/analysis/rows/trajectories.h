// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/metricrow.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

namespace loupe {

/// One round of a trajectory, with everything that charts need of its row.
struct RoundEntry {
    RowId id;
    std::optional<double> speedup; ///< of a correct kernel, where usable
    int round = 0;
    std::uint32_t place = 0; ///< index of its row in the input
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
    Name category; ///< from the first row, as are the next members
    std::optional<int> level;
    Name precision;
    Name device;
    Name baseline;
    Name protocol;
    Name suiteVersion;
    Name clock;
    std::span<const RoundEntry> rounds; ///< ascending, without duplicates

    /// Returns the entry of that round; null if there is none.
    const RoundEntry *at(int round) const;
    /// Returns the judged entry of that round; null if there is none.
    const RoundEntry *knownAt(int round) const;
};

/// Rules for selecting the rows of trajectories.
struct TrajectoryRules {
    /// Use only (run, suite, method) groups with more than one round. Methods sampled without
    /// feedback have no trajectories and would outnumber the others.
    bool refinedOnly = false;
    bool soundTasksOnly = false;
    /// Flag a correct round with a cheating finding: it is not correct and has no speedup.
    bool flagsWithheld = false;
    /// Exclude confirmations of a round with fresh inputs; refinedOnly excludes them, too.
    bool withoutConfirmed = false;
};

using TrajectorySpan = std::span<const Trajectory>;

/// The trajectories among rows, in the order of their first row. It does not refer to the rows. The
/// last judged of several attempts at one round counts. A round without a judged attempt has its
/// last attempt, as unknown.
class Trajectories
{
public:
    /// Number of rows by use.
    struct Counts {
        std::size_t used = 0;    ///< in trajectories, including several attempts at a round
        std::size_t single = 0;  ///< excluded: methods with a single round, or confirmations
        std::size_t unsound = 0; ///< of the others, excluded: unsound tasks
        std::size_t flagged = 0; ///< of those used
    };

    Trajectories() = default;
    /// `all` refers to rounds in `entries`.
    Trajectories(std::vector<RoundEntry> entries, std::vector<Trajectory> all, const Counts &counts)
        : m_entries(std::move(entries))
        , m_all(std::move(all))
        , m_counts(counts)
    {
    }
    Trajectories(const Trajectories &) = delete; // trajectories refer to m_entries
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
    std::vector<RoundEntry> m_entries; ///< those of one trajectory are consecutive
    std::vector<Trajectory> m_all;
    Counts m_counts;
};

/// Returns no trajectories if stopped.
Trajectories trajectoriesOf(std::span<const MetricRow> rows, const TrajectoryRules &asked = {},
                            const std::stop_token &stop = {});

/// Returns the rounds of any of them, ascending.
std::vector<int> roundsOf(TrajectorySpan trajectories);

} // namespace loupe
