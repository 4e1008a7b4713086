// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/groupby.h"
#include "core/model/chart.h"
#include "core/model/chartcolors.h"
#include "core/model/metricrow.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Series that can be told apart: more lines than that go into small multiples.
inline constexpr std::size_t mostSeries = seriesColors;
/// Groups beside each other on one axis.
inline constexpr std::size_t mostGroups = 24;
/// Small multiples, on as many pages as they take.
inline constexpr std::size_t mostPanels = 96;

/// "categories" of "category".
std::string pluralText(const std::string &what);

/// The rows of one group, by their places.
struct ChartGroup {
    std::string name;
    std::vector<std::uint32_t> places;
};

struct ChartGroups {
    std::vector<ChartGroup> shown; ///< rounds and levels by number, all others the largest first
    std::size_t left = 0;          ///< smaller groups that are not shown
    std::size_t leftRows = 0;

    /// " 3 smaller groups with 41 evaluations are not shown." or nothing.
    std::string leftText() const;
};

/// The largest groups of the rows, `most` at most.
ChartGroups chartGroups(std::span<const MetricRow> rows, GroupBy groupBy, std::size_t most);
/// What the rows of a group are divided into, e.g. two runs that are laid over each other.
struct ChartSplit {
    static constexpr std::uint32_t notShown = ~0U;
    std::vector<std::string> names;    ///< one without a name where nothing is divided
    std::vector<std::uint32_t> partOf; ///< of each row, or notShown; empty: all in the first
    std::size_t left = 0;              ///< smaller parts that are not shown
    std::string what;                  ///< "method", or nothing

    bool isSplit() const { return names.size() > 1; }
    /// Too many to be laid over each other: each is a panel.
    bool isMultiple() const { return names.size() > mostSeries; }
    /// The parts that lie over each other or stand side by side, with their hues; else none.
    std::vector<ChartLegendEntry> legend() const;
    /// The places of each part.
    std::vector<std::vector<std::uint32_t>> parts(std::span<const std::uint32_t> places) const;
    /// " 2 smaller methods are not shown." or nothing.
    std::string leftText() const;
};

ChartSplit chartSplit(std::span<const MetricRow> rows, std::optional<GroupBy> splitBy,
                      std::size_t most);

/// Row ids of places.
std::vector<RowId> idsOf(std::span<const MetricRow> rows, std::span<const std::uint32_t> places);

/// How many resamples the bootstraps of a chart take, for its definition.
struct ResampleRange {
    int least = 0;
    int most = 0;

    void add(int resamples);
    void add(const ResampleRange &other);
    std::string text() const; ///< "2000 resamples", "200 to 2000 resamples"
};

/// Resamples of a bootstrap, so that all groups of a chart together stay within what one waits for.
int chartResamples(std::size_t clusters, std::size_t width, std::size_t groups);

} // namespace loupe
