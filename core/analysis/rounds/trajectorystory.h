// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/metricrow.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Course of one sample over its rounds. The first kind that matches wins, in this order.
enum class StoryKind : std::uint8_t {
    Unknown,    ///< no round is judged, or only one while others are unknown
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
    RowId id; ///< none if the sample has no row of this round
    Verdict verdict = Verdict::NotRecorded;
    std::optional<double> speedup;      ///< of a correct kernel, where usable
    std::optional<std::int64_t> tokens; ///< input + output tokens for this round's candidate
    std::optional<double> seconds;      ///< generation time
    bool isIdenticalCode = false;       ///< byte-identical to the round before
    bool isSuspicious = false;          ///< flagged, if it is correct
    /// Worse than the judged round before: no longer correct, or slower beyond the noise.
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
    bool isTurnKnown = true; ///< false if the round before `turn` is not judged: "by", not "in"
    int judged = 0;          ///< number of judged rounds
    std::optional<int> firstCorrect;
    std::optional<double> firstSpeedup;
    std::optional<double> bestSpeedup;
    std::optional<int> bestRound;       ///< the first with that speedup
    std::optional<std::int64_t> tokens; ///< of all rounds; nullopt if any round lacks them
    std::optional<double> seconds;      ///< of all rounds; nullopt if any round lacks them

    bool isComplete() const { return judged == static_cast<int>(rounds.size()); }
    /// Returns the best speedup divided by the first one.
    std::optional<double> gain() const;
};

struct TrajectoryCohort {
    std::vector<int> rounds;              ///< of any trajectory, ascending
    std::vector<TrajectoryStory> stories; ///< in the order of their first row
    std::array<int, storyKinds> counts{}; ///< by StoryKind
    int complete = 0;
    std::size_t single = 0; ///< excluded rows of methods with only one round

    int count(StoryKind kind) const { return counts[static_cast<std::size_t>(kind)]; }
};

/// Returns the trajectories among the rows with their courses. The last judged of several attempts
/// at one round counts.
TrajectoryCohort trajectoryCohort(std::span<const MetricRow> rows);

/// Returns "first correct in round 1", "regressed by round 2", "same code, other result",
/// "never correct" …
std::string storyText(const TrajectoryStory &story);

enum class StorySort : std::uint8_t {
    Recorded,
    Task,
    Method,
    Sample,
    Round, ///< outcome in one round, the fastest correct kernel first
    Story,
    BestSpeedup,
    Gain,
    FirstCorrect,
    Tokens,
    Seconds,
};

struct StoryOrder {
    StorySort key = StorySort::Story;
    int round = 0; ///< for StorySort::Round
    bool descending = false;
    std::optional<StoryKind> only;
    bool completeOnly = false;
    /// Sorted. If not empty, selects only trajectories with one of these evaluations.
    std::vector<RowId> among = {};
};

/// Returns the indices into `cohort.stories` of the selected stories, in order. Stories without a
/// value come last in either direction. The sort is stable.
std::vector<std::uint32_t> orderedStories(const TrajectoryCohort &cohort, const StoryOrder &order);

} // namespace loupe
