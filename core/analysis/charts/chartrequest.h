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
    SpeedupHistogram, ///< a panel per group
    FastPCurve,       ///< share at least p times as fast, over p; a line per group
    SuccessBars,      ///< share correct with its interval; a bar per group
    SpeedupBoxes,     ///< a box per group
    HeatMap,          ///< task × method (or round, or device)
    DeviceScatter,    ///< speedup on one device against another
    PassAtK,          ///< pass@k over k; a line per group
    CostCurve,        ///< tokens or seconds per solved task
    Roofline,         ///< attained rate over intensity
    RoundFlow,        ///< outcome of each kernel from round to round (Sankey)
    RoundSurvival,    ///< share still unsolved by round
    RoundRates,       ///< rates and mean speedup by round
    BestSoFar,        ///< speedup of the best round so far, with a band
    RoundChange,      ///< composition and within parts of a change of the mean
    SpeedupViolins,   ///< a density with a slim box per group
    PairedScatter,    ///< the two largest groups against each other, task by task
};

/// Order of the tasks of a heat map.
enum class TaskOrder : std::uint8_t { Group, Likeness };

/// Unit of a cost curve.
enum class CostUnit : std::uint8_t { Tokens, Dollars, Seconds, Requests };

/// Dots of a roofline.
enum class RooflineDots : std::uint8_t { Candidates, WithReferences };

/// Options of a chart.
struct ChartRequest {
    ChartKind kind = ChartKind::SpeedupHistogram;
    GroupBy groupBy = GroupBy::Category;
    std::optional<GroupBy> splitBy; ///< overlay, or columns of a heat map
    bool isMirrored = false;        ///< two overlaid groups: one above, one below
    bool soundTasksOnly = false;
    /// Flags correct results that have a cheating finding; if false, they count as correct.
    bool withoutWithheld = true;
    std::vector<FastPThreshold> fast;
    std::vector<int> passAt;
    HistogramAxis axis;
    ChartLimits limits;
    bool withIntervals = true;
    std::uint64_t seed = 1; ///< of the bootstrap
    TaskOrder order = TaskOrder::Group;
    CostUnit cost = CostUnit::Tokens;
    RooflineDots rooflineDots = RooflineDots::Candidates;
    /// Categories, levels and suites with fewer than minGroupTasks tasks are one group.
    bool sumsSmallGroups = true;
    /// Scope of the cells that are drawn, or of all observations for charts of samples or rounds.
    /// `withoutWithheld` decides about excluded results. nullopt: every evaluation, as in figures
    /// from before scopes existed.
    std::optional<Scope> scope;
};

} // namespace loupe
