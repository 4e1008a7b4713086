// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/metrics/ratetable.h"
#include "core/analysis/population/population.h"
#include "core/analysis/statistics/bootstrap.h"
#include "core/analysis/statistics/wilson.h"

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace loupe {

/// What became of a cell, in the order of outcome strips and their legends.
enum class CellOutcome {
    CorrectFaster,
    CorrectSlower, ///< or as fast as the baseline
    CorrectUntimed,
    Flagged, ///< correct, with a finding of cheating that no review has cleared
    Wrong,
    Crash,
    NoBuild,
    Timeout,
    NotJudged,
};
inline constexpr std::size_t cellOutcomes = 9;

CellOutcome cellOutcome(const MetricRow &row);
std::string_view label(CellOutcome outcome); ///< "correct, faster", "wrong result" …

/// A method at the tasks of a population, under one value of what it is split by.
struct ScoreRow {
    std::string name; ///< "CUDA-L1"; where conditions are split "CUDA-L1 · A100"
    std::string method;
    RateRow rates;
    std::array<int, cellOutcomes> outcomes = {}; ///< they sum to the row's cells
    ShareLimits correct;                         ///< 95 % of correct among the judged
    std::optional<Interval> geometricMean;       ///< 95 %, tasks resampled

    int count(CellOutcome outcome) const { return outcomes[static_cast<std::size_t>(outcome)]; }
};

/// The row of the scoreboard that a cell of the population belongs to.
std::string seriesOf(const MetricRow &cell, const Population &population);

/// The methods of a population, those with the most correct first, and how many tasks they solve.
struct Scoreboard {
    std::vector<ScoreRow> rows;
    std::size_t tasks = 0;          ///< by content, as the population counts them
    std::size_t solvedByAny = 0;    ///< by content, too
    std::size_t solvedByAll = 0;    ///< of `rows`
    std::size_t ofUnsoundTasks = 0; ///< cells of tasks that an audit calls unsound
    std::size_t timed = 0;          ///< cells with a speedup

    /// The place of each row, by name.
    std::unordered_map<std::string, std::size_t> places() const;
    /// A count as a share of the tasks, so that rows that met few of them show it.
    double shareOfTasks(int count) const;
    /// Tasks that a row did not meet.
    int unmet(const ScoreRow &row) const;
};

Scoreboard scoreboard(const Population &population, const BootstrapOptions &options = {});

/// How many tasks of a category each method solved. Categories within levels, where tasks have one.
struct CategoryRow {
    std::optional<int> levelNumber; ///< nothing where tasks have none
    std::string level;              ///< "level 2"; empty where tasks have none
    std::string category;           ///< empty: the whole level
    int tasks = 0;
    std::vector<int> correct; ///< by scoreboard row
    std::vector<int> judged;
};

/// The step of five that a count of all is drawn in: 0 none, 1 up to a fifth, …, 5 above four
/// fifths.
int shareStep(int count, int all);

/// For each level, if any: the whole level, then its categories, the largest first.
std::vector<CategoryRow> categoryMatrix(const Population &population, const Scoreboard &board);

/// Whether the cell's task is counted in the row.
bool isOf(const CategoryRow &row, const MetricRow &cell);

/// How many of each method's cells failed in one way.
struct VerdictRow {
    Verdict verdict = Verdict::NotRecorded;
    std::vector<int> cells; ///< by scoreboard row
    int all = 0;
};

/// The verdicts of failures that occur, the commonest first.
std::vector<VerdictRow> failureMatrix(const Population &population, const Scoreboard &board);

/// The cells behind a number: of a row of the scoreboard that `counts`.
std::vector<RowId> cellsOf(const Population &population, const ScoreRow &score,
                           const std::function<bool(const MetricRow &)> &counts);

} // namespace loupe
