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
#include <vector>

namespace loupe {

/// What became of a cell, in the order of outcome strips and their legends.
enum class CellOutcome {
    CorrectFaster,
    CorrectSlower, ///< or as fast as the baseline
    CorrectUntimed,
    Wrong,
    Crash,
    NoBuild,
    Timeout,
    NotJudged,
};
inline constexpr std::size_t cellOutcomes = 8;

CellOutcome cellOutcome(const MetricRow &row);
std::string_view label(CellOutcome outcome); ///< "correct, faster", "wrong result" …

/// A method at the tasks of a population, under one value of what it is split by.
struct ScoreRow {
    std::string name; ///< "CUDA-L1"; where conditions are split "CUDA-L1 · A100"
    RateRow rates;
    std::array<int, cellOutcomes> outcomes = {}; ///< they sum to the row's cells
    ShareLimits correct;                         ///< 95 % of correct among the judged
    std::optional<Interval> geometricMean;       ///< 95 %, tasks resampled

    int count(CellOutcome outcome) const { return outcomes[static_cast<std::size_t>(outcome)]; }
};

/// The methods of a population, those with the most correct first, and how many tasks they solve.
struct Scoreboard {
    std::vector<ScoreRow> rows;
    std::size_t tasks = 0; ///< by content, as the population counts them
    std::size_t solvedByAny = 0;
    std::size_t solvedByAll = 0;    ///< of `rows`
    std::size_t ofUnsoundTasks = 0; ///< cells of tasks that an audit calls unsound
    std::size_t timed = 0;          ///< cells with a speedup

    /// A count as a share of the tasks, so that rows that met few of them show it.
    double shareOfTasks(int count) const;
    /// Tasks that a row did not meet.
    int unmet(const ScoreRow &row) const;
};

Scoreboard scoreboard(const Population &population, const BootstrapOptions &options = {});

/// How many tasks of a category each method solved. Categories within levels, where tasks have one.
struct CategoryRow {
    std::string level;    ///< "level 2"; empty where tasks have none
    std::string category; ///< empty: the whole level
    int tasks = 0;
    std::vector<int> correct; ///< by scoreboard row
    std::vector<int> judged;
};

/// For each level, if any: the whole level, then its categories, the largest first.
std::vector<CategoryRow> categoryMatrix(const Population &population, const Scoreboard &board);

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
