// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/metricrow.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// What became of one sample over its rounds. The first that holds counts, in this order.
enum class StoryKind : std::uint8_t {
    Unknown,    ///< no round is judged, or one alone while others are not known
    Flaky,      ///< the same code was once correct and once not
    Never,      ///< not correct in any judged round
    Broken,     ///< correct once, not in the last judged round
    Rescued,    ///< correct at the end, not at the start
    Improved,   ///< correct throughout, and an edit made it faster than any round before
    Persistent, ///< correct throughout
};
inline constexpr std::size_t storyKinds = 7;

std::string_view name(StoryKind kind); ///< "flaky", for lists of choices

/// One round of a strip.
struct StoryRound {
    int round = 0;
    RowId id; ///< none where the sample has no row of this round: it had ended, or not begun
    Verdict verdict = Verdict::NotRecorded;
    std::optional<double> speedup;      ///< of a correct kernel, where usable
    std::optional<std::int64_t> tokens; ///< read and written for this round's candidate
    std::optional<double> seconds;      ///< to write it
    bool isIdenticalCode = false;       ///< byte-identical to the round before
    bool isSuspicious = false;          ///< outside headline numbers
    /// Worse than the judged round before: not correct any more, or slower by more than the noise.
    bool isRegression = false;

    bool isJudged() const { return loupe::isJudged(outcomeOf(verdict)); }
    bool isCorrect() const { return outcomeOf(verdict) == Outcome::Correct; }
};

struct TrajectoryStory {
    Name run;
    Name suite;
    Name task;
    Name category;
    Name method;
    int sample = 0;
    std::vector<StoryRound> rounds; ///< every round its method has in this run, ascending
    StoryKind kind = StoryKind::Unknown;
    std::optional<int> turn; ///< the round in which it was rescued, broken, improved or flaky
    bool isTurnKnown = true; ///< false where the round before `turn` is not judged: "by", not "in"
    int judged = 0;          ///< rounds
    std::optional<int> firstCorrect;
    std::optional<double> firstSpeedup;
    std::optional<double> bestSpeedup;
    std::optional<int> bestRound;       ///< the first with that speedup
    std::optional<std::int64_t> tokens; ///< of all rounds; none where any round's are not recorded
    std::optional<double> seconds;      ///< likewise

    bool isComplete() const { return judged == static_cast<int>(rounds.size()); }
    /// Best speedup over the first one.
    std::optional<double> gain() const;
};

struct StoryOptions {
    /// A speedup counts as changed from this ratio on. Re-timings of identical code in the
    /// published KernelBench-X corpus differ by up to 1.018.
    double noise = 1.05;
};

struct TrajectoryCohort {
    std::vector<int> rounds;              ///< of any trajectory, ascending
    std::vector<TrajectoryStory> stories; ///< in the order of their first row
    std::array<int, storyKinds> counts{}; ///< by StoryKind
    int complete = 0;
    std::size_t single = 0; ///< rows of methods with one round only, which are left out

    int count(StoryKind kind) const { return counts[static_cast<std::size_t>(kind)]; }
};

/// The trajectories among the rows and what became of each. Of several attempts at one round the
/// last judged one counts.
TrajectoryCohort trajectoryCohort(std::span<const MetricRow> rows,
                                  const StoryOptions &options = {});

/// "first correct in round 1", "regressed by round 2", "flaky: same code", "never correct" …
std::string storyText(const TrajectoryStory &story);

/// What the KernelBench-X corpus calls a step: "exe_fail_to_pass,call_fail_to_pass,perf_ok_newly",
/// "speedup_increase", "regression_exe,regression_perf" … from the two states alone. Empty for a
/// step that it has no word for: nothing gained or lost, or a round that is not judged.
std::string stepKind(const StoryRound &before, const StoryRound &after);

} // namespace loupe
