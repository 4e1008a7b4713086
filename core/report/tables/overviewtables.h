// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/failures/causematrix.h"
#include "core/analysis/metrics/comparedbaselines.h"
#include "core/analysis/metrics/scoreboard.h"
#include "core/analysis/population/population.h"
#include "core/base/json.h"
#include "core/report/tables/table.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Numbers of tasks by how many rows of the scoreboard solved them.
struct SolvedTasks {
    std::size_t tasks = 0;
    std::size_t byAny = 0;
    std::size_t byAll = 0;
    std::size_t byNone = 0;
};
SolvedTasks solvedTasks(const Population &population, const Scoreboard &board);

/// Returns "4 methods on 206 tasks: 166 solved by at least one, 4 by all, 40 by none".
std::string overviewHeadline(const Population &population, const Scoreboard &board);

/// Shows a row per method: built, correct with its interval, faster, mean speedup with its
/// interval, timed, and the outcomes of its cells.
Table scoreboardTable(const Scoreboard &board);
/// Shows the number of solved tasks by category and method.
Table categoryTable(std::span<const CategoryRow> rows, const Scoreboard &board);

/// Shows verdicts of failures by method.
Table failureTable(std::span<const VerdictRow> rows, const Scoreboard &board);
/// Shows reasons of failures by method.
Table causeTable(std::span<const CauseRow> rows, const Scoreboard &board);

/// Shows a row per baseline, then one for all of them together.
Table baselineTable(const FasterThanAll &over);
/// Returns "faster than all 3 baselines: 21 of 34 results that have all times (of 40 correct)".
std::string fasterThanAllText(const FasterThanAll &over);
/// Returns a sentence for each baseline, then fasterThanAllText() as one, of each comparison. They
/// begin with its heading, if it has one.
std::vector<std::string> baselineSentences(std::span<const ComparedBaselines> compared);
Json baselineJson(const FasterThanAll &over);

Json scoreboardJson(const Scoreboard &board);
Json categoryJson(std::span<const CategoryRow> rows, const Scoreboard &board);
Json failureJson(std::span<const VerdictRow> rows, const Scoreboard &board);
Json causeJson(std::span<const CauseRow> rows, const Scoreboard &board);

} // namespace loupe
