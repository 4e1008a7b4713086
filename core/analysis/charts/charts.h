// SPDX-License-Identifier: Apache-2.0
//
// The functions that draw a chart, one for each kind.
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/analysis/rounds/roundstudy.h"
#include "core/base/result.h"
#include "core/model/record/metricrow.h"
#include "core/model/saved/chart.h"

#include <cstddef>
#include <span>
#include <stop_token>

namespace loupe {

/// Draws a bar for each group: the share of its judged evaluations that is correct, with a
/// bootstrap interval over tasks. With `splitBy`, each part has a bar. Results that are correct
/// only under suspicion are stacked hollow on top.
Result<Chart> successChart(std::span<const MetricRow> rows, const ChartRequest &request,
                           const std::stop_token &stop);

/// Draws a box for each group over the speedups of its correct, timed evaluations, on a log2 axis.
/// A box shows quartiles, with whiskers to the 5th and 95th percentile. With `splitBy`, each part
/// has a box.
Result<Chart> speedupBoxChart(std::span<const MetricRow> rows, const ChartRequest &request,
                              const std::stop_token &stop);

/// Draws a panel per group: bars of speedupHistogram() as shares of its n, and above them a strip
/// with the outcomes. With `splitBy`, the parts of a group are overlaid as outlines, each with a
/// strip and shares of its own n. If mirrored, the second of two parts is drawn upside down. More
/// parts than series have hues become panels. Every evaluation of a group is in exactly one part of
/// a strip, and every timed one in exactly one bar.
Result<Chart> speedupHistogramChart(std::span<const MetricRow> rows, const ChartRequest &request,
                                    const std::stop_token &stop);

/// Draws fast_p() of each group over p as a line with a band from resampling the tasks. The legend
/// shows each group's value at the first threshold of `request.fast`. All these thresholds are
/// points of the line, and their rule applies to the whole curve. More than eight groups become a
/// panel each.
Result<Chart> fastPChart(std::span<const MetricRow> rows, const ChartRequest &request,
                         const std::stop_token &stop);

/// Draws tasks as rows and the parts of `splitBy` (default: methods) as columns. A cell shows the
/// geometric mean speedup of its correct, timed evaluations, else its most frequent outcome. Tasks
/// are sorted by group and name, or by likeness if `request.order` says so.
Result<Chart> heatMapChart(std::span<const MetricRow> rows, const ChartRequest &request,
                           const std::stop_token &stop);

/// Draws each task of each method as a dot: its speedup on the device with most evaluations against
/// that on another device. Each other device has a panel, followed by a histogram of the ratios.
/// More than 5 000 dots are merged into tiles, with dots sized by their weight.
Result<Chart> deviceChart(std::span<const MetricRow> rows, const ChartRequest &request,
                          const std::stop_token &stop);

/// Maximum number of devices that have a panel.
inline constexpr std::size_t maxRooflineDevices = 6;

/// Draws attained operations per second over operations per byte, with a panel per device that
/// shows its measured ceilings, and those in its data sheet if they are known. Speeds above the
/// ceiling are hollow, evaluations faster than physically possible are crossed. The definition says
/// how many results are not drawn, and why. More than 5 000 dots are merged into tiles.
Result<Chart> rooflineChart(std::span<const MetricRow> rows, const ChartRequest &request,
                            const std::stop_token &stop);

/// Draws the share of tasks solved within a budget, over the budget. The cost of a task covers its
/// samples and rounds up to and including the first correct one. Each group is a line; the legend
/// shows the total cost per solved task, as costPerSuccess() defines it.
Result<Chart> costChart(std::span<const MetricRow> rows, const ChartRequest &request,
                        const std::stop_token &stop);

/// Draws pass@k of each group over k as a line with a band from resampling the tasks. The whole
/// line uses the same tasks: those with enough samples for the largest k drawn.
Result<Chart> passAtKChart(std::span<const MetricRow> rows, const ChartRequest &request,
                           const std::stop_token &stop);

/// Draws median and quartiles of the best speedup that each trajectory has reached by a round.
Result<Chart> bestSoFarChart(const RoundStudy &study, const ChartRequest &request,
                             const std::stop_token &stop = {});

/// Draws the shares built and correct by round, and the mean speedup by round. The upper bound
/// assumes that every unknown round built and was correct.
Result<Chart> roundRatesChart(const RoundStudy &study, const ChartRequest &request,
                              const std::stop_token &stop = {});

/// Draws the Kaplan-Meier estimate of the share still unsolved after each round, a line per group.
Result<Chart> roundSurvivalChart(const RoundStudy &study, const ChartRequest &request,
                                 const std::stop_token &stop = {});

/// Draws why the mean speedup changed from round to round: because kernels changed, and because the
/// mean covers other kernels.
Result<Chart> roundChangeChart(const RoundStudy &study, const ChartRequest &request,
                               const std::stop_token &stop = {});

/// Draws the outcome of each kernel from round to round. Columns are rounds, nodes are outcomes,
/// and flows are the trajectories between them. Rounds that are not judged are unknown. A sample
/// has ended where it has no result of a round.
Result<Chart> roundFlowChart(const RoundStudy &study, const ChartRequest &request,
                             const std::stop_token &stop = {});

} // namespace loupe
