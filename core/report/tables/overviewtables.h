// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/failures/causematrix.h"
#include "core/analysis/metrics/scoreboard.h"
#include "core/analysis/population/population.h"
#include "core/base/json.h"
#include "core/report/tables/table.h"

#include <span>
#include <string>

namespace loupe {

/// "4 methods on 206 tasks: 166 solved by at least one, 4 by all, 40 by none".
std::string overviewHeadline(const Population &population, const Scoreboard &board);

/// A row for each method: built, correct with its interval, faster, mean speedup with its interval,
/// timed, and what became of its cells.
Table scoreboardTable(const Scoreboard &board);
/// Categories against methods: how many tasks of each were solved.
Table categoryTable(std::span<const CategoryRow> rows, const Scoreboard &board);

/// Verdicts of failures against methods.
Table failureTable(std::span<const VerdictRow> rows, const Scoreboard &board);
/// Reasons of failures against methods.
Table causeTable(std::span<const CauseRow> rows, const Scoreboard &board);

Json scoreboardJson(const Scoreboard &board);
Json categoryJson(std::span<const CategoryRow> rows, const Scoreboard &board);
Json failureJson(std::span<const VerdictRow> rows, const Scoreboard &board);
Json causeJson(std::span<const CauseRow> rows, const Scoreboard &board);

} // namespace loupe
