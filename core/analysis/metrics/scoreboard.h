// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/metrics/ratetable.h"
#include "core/analysis/population/population.h"
#include "core/analysis/population/scope.h"
#include "core/analysis/statistics/bootstrap.h"
#include "core/model/saved/filter.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace loupe {

/// Outcome of a cell, in the order of outcome strips and their legends.
enum class CellOutcome {
    CorrectFaster,
    CorrectSlower, ///< not faster: slower than the baseline, or equally fast
    CorrectUntimed,
    Flagged, ///< correct, with a cheating finding that no review has cleared
    Wrong,
    Crash,
    NoBuild,
    Timeout,
    NotJudged,
};
inline constexpr std::size_t cellOutcomes = 9;

CellOutcome cellOutcome(const MetricRow &row);
Outcome outcomeOf(CellOutcome outcome);      ///< Unknown for all that are not judged
std::string_view label(CellOutcome outcome); ///< "correct, faster", "wrong result" …

/// The results of a method over the tasks of a population, for one value of the split conditions.
struct ScoreRow {
    std::string name; ///< "CUDA-L1", or "CUDA-L1 · A100" if conditions are split
    std::string method;
    /// The value of each split condition, as groupName() returns it.
    std::vector<std::pair<GroupBy, std::string>> conditions;
    RateRow rates;
    std::array<int, cellOutcomes> outcomes = {}; ///< the sum is the number of cells
    ShareLimits correct;                   ///< 95 % limits of the share correct among the judged
    std::optional<Interval> geometricMean; ///< 95 %, from resampling tasks

    int count(CellOutcome outcome) const { return outcomes[static_cast<std::size_t>(outcome)]; }
};

/// Returns the name of the scoreboard row that a cell belongs to.
std::string seriesOf(const MetricRow &cell, const Population &population);

/// The methods of a population, those with the most correct results first, and the tasks that they
/// solve.
struct Scoreboard {
    std::vector<ScoreRow> rows;
    std::size_t tasks = 0;          ///< by content, as the population counts them
    std::size_t solvedByAny = 0;    ///< by content
    std::size_t solvedByAll = 0;    ///< solved by all of `rows`
    std::size_t ofUnsoundTasks = 0; ///< cells of tasks that an audit calls unsound
    std::size_t timed = 0;          ///< cells with a speedup

    /// Returns the index of each row, by name.
    std::unordered_map<std::string, std::size_t> places() const;
    /// Returns a count as a share of all tasks, also for rows that lack some of them.
    double shareOfTasks(int count) const;
    /// Returns the number of tasks that a row lacks.
    int unmet(const ScoreRow &row) const;
};

Scoreboard scoreboard(const Population &population, const BootstrapOptions &options = {});

/// Tasks of a category that each method solved. Categories are within levels, if tasks have levels.
struct CategoryRow {
    std::optional<int> levelNumber; ///< nullopt if tasks have none
    std::string level;              ///< "level 2"; empty if tasks have none
    std::string category;           ///< empty for the whole level
    int tasks = 0;
    std::vector<int> correct; ///< by scoreboard row
    std::vector<int> judged;
};

/// Returns one of five steps for drawing a share: 0 for none, 1 up to a fifth, …, 5 above four
/// fifths.
int shareStep(int count, int all);

/// Share of a row's tasks that one method solved, with Wilson's 95 % limits.
struct SolvedShare {
    double share = 0;
    ShareLimits limits;
};
SolvedShare solvedShare(const CategoryRow &row, std::size_t method);

/// Returns for each level, if any, the whole level, then its categories, the largest first.
std::vector<CategoryRow> categoryMatrix(const Population &population, const Scoreboard &board);

/// Failed cells of each method with the same verdict.
struct VerdictRow {
    Verdict verdict = Verdict::NotRecorded;
    std::vector<int> cells; ///< by scoreboard row
    int all = 0;
};

/// Returns the verdicts of failures that occur, the most frequent first.
std::vector<VerdictRow> failureMatrix(const Population &population, const Scoreboard &board);

/// Cells that a number of the scoreboard counts.
enum class ScoreNumber { Attempted, Built, Correct, Faster, Timed };

/// Returns the filter for the cells of a scoreboard row: "method:x", and the value of each split
/// condition.
Filter seriesFilter(Filter filter, const ScoreRow &row);

/// Returns the filter for the cells that a number counts: "status:correct speedup>1".
Filter scoreFilter(Filter filter, const Scope &scope, ScoreNumber number);

/// Returns the filter for the cells with this outcome, by the verdict that the scope counts.
Filter outcomeFilter(Filter filter, const Scope &scope, CellOutcome outcome);

/// Returns the filter for the cells whose tasks the row counts. `isLevelled`: some tasks have a
/// level.
Filter categoryFilter(Filter filter, const CategoryRow &row, bool isLevelled);

} // namespace loupe
