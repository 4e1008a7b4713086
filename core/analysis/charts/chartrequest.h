// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartlimits.h"
#include "core/analysis/metrics/groupintervals.h"
#include "core/analysis/population/scope.h"
#include "core/analysis/rows/speeduphistogram.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

enum class ChartKind : std::uint8_t {
    SpeedupHistogram, ///< a panel for each group
    FastPCurve,       ///< share at least p times as fast, over p; a line for each group
    SuccessBars,      ///< share correct with its interval; a bar for each group
    SpeedupBoxes,     ///< a box for each group
    HeatMap,          ///< task × method (or round, or device)
    DeviceScatter,    ///< speedup on one device against another
    PassAtK,          ///< pass@k over k; a line for each group
    CostCurve,        ///< tokens or seconds for each solved task
    Roofline,         ///< attained rate over intensity
    RoundFlow,        ///< what became of each kernel from round to round (Sankey)
    RoundSurvival,    ///< share still unsolved by round
    RoundRates,       ///< rates and mean speedup by round
    BestSoFar,        ///< speedup of the best round so far, with a band
    RoundChange,      ///< composition and within parts of a change of the mean
    SpeedupViolins,   ///< a density with a slim box for each group
    PairedScatter,    ///< the two largest groups against each other, task by task
};

/// How the tasks of a heat map follow each other.
enum class TaskOrder : std::uint8_t { Group, Likeness };

/// What a cost curve counts.
enum class CostUnit : std::uint8_t { Tokens, Dollars, Seconds, Requests };

/// What a chart is to show of the rows it is given.
struct ChartRequest {
    ChartKind kind = ChartKind::SpeedupHistogram;
    GroupBy groupBy = GroupBy::Category;
    std::optional<GroupBy> splitBy; ///< overlay, or columns of a heat map
    bool isMirrored = false;        ///< two overlaid groups: one above, one below
    bool soundTasksOnly = false;
    /// Flag correct results that a finding of cheating speaks against; else they count as correct.
    bool withoutWithheld = true;
    std::vector<FastPThreshold> fast;
    std::vector<int> passAt;
    HistogramAxis axis;
    ChartLimits limits;
    bool withIntervals = true;
    std::uint64_t seed = 1; ///< of the bootstrap
    TaskOrder order = TaskOrder::Group;
    CostUnit cost = CostUnit::Tokens;
    /// Whose cells are drawn, or all observations where a chart is of samples or rounds; whether
    /// what is withheld is in is for `withoutWithheld` to say. None: every evaluation, as in
    /// figures that were made before there were scopes.
    std::optional<Scope> scope;
};

} // namespace loupe
