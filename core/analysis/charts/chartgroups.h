// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/analysis/rows/groupby.h"
#include "core/analysis/rows/rowgroups.h"
#include "core/analysis/statistics/bootstrap.h"
#include "core/model/record/metricrow.h"
#include "core/model/saved/chart.h"
#include "core/model/saved/chartcolors.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Maximum number of distinguishable series; more become small multiples.
inline constexpr std::size_t maxSeries = seriesColors;
/// Maximum number of groups side by side on one axis.
inline constexpr std::size_t maxGroups = 24;
/// Maximum number of small multiples, over all pages.
inline constexpr std::size_t maxPanels = 96;

/// Fewer tasks say little about a group: a share over one of them is 0 or 100 %.
inline constexpr std::size_t minGroupTasks = 5;

/// Returns the plural: "categories" for "category".
std::string pluralText(const std::string &what);

/// The rows of one group, as indices.
struct ChartGroup {
    std::string name;
    std::vector<std::uint32_t> places;
    std::size_t summed = 1; ///< number of groups in it
};

struct ChartGroups {
    /// Rounds and levels by number, all others by size, largest first.
    std::vector<ChartGroup> shown;
    std::size_t left = 0; ///< smaller groups that are not shown
    std::size_t leftRows = 0;

    /// Returns " 3 smaller groups with 41 evaluations are not shown.", or an empty string.
    std::string leftText() const;
};

struct SmallGroups {
    std::uint32_t place = 0; ///< of their sum among the groups
    std::size_t count = 0;
};

/// Replaces the categories, levels or suites with fewer than minGroupTasks tasks by one last group,
/// "6 smaller categories, 9 tasks". Leaves one small group as it is, and all of them without a
/// large one. `taskOf` numbers the task of each row. Returns what it summed.
std::optional<SmallGroups> sumSmallGroups(RowGroups &groups, GroupBy groupBy,
                                          std::span<const std::uint32_t> taskOf);

/// Returns true if the rows at `places` are of fewer than minGroupTasks tasks.
bool hasFewTasks(std::span<const MetricRow> rows, std::span<const std::uint32_t> places);

/// Returns the `most` largest groups of the rows.
ChartGroups chartGroups(std::span<const MetricRow> rows, GroupBy groupBy, std::size_t most);
/// Returns the `most` largest groups of a request, with its small ones summed if it allows that.
ChartGroups chartGroups(std::span<const MetricRow> rows, const ChartRequest &request,
                        std::size_t most);
/// The parts of each group, e.g. two runs that are drawn over each other.
struct ChartSplit {
    static constexpr std::uint32_t notShown = ~0U;
    std::vector<std::string> names; ///< one empty name if nothing is divided
    /// Part of each row, or notShown; empty if all rows are in the first part.
    std::vector<std::uint32_t> partOf;
    std::size_t left = 0; ///< smaller parts that are not shown
    std::string what;     ///< "method", or empty

    bool isSplit() const { return names.size() > 1; }
    /// Returns true if there are too many parts to overlay, so that each becomes a panel.
    bool isMultiple() const { return names.size() > maxSeries; }
    /// Returns the parts that share a panel with their hues; empty if there are none.
    std::vector<ChartLegendEntry> legend() const;
    /// Returns the row indices of each part.
    std::vector<std::vector<std::uint32_t>> parts(std::span<const std::uint32_t> places) const;
    /// Returns " 2 smaller methods are not shown.", or an empty string.
    std::string leftText() const;
};

ChartSplit chartSplit(std::span<const MetricRow> rows, std::optional<GroupBy> splitBy,
                      std::size_t most);

/// Range of the bootstrap resamples in a chart, for its definition.
struct ResampleRange {
    int least = 0;
    int most = 0;

    void add(int resamples);
    void add(const ResampleRange &other);
    std::string text() const; ///< "2000 resamples", "200 to 2000 resamples"
};

/// Returns the intervals of shares: the sums of each column but the last over those of the last.
/// The number of resamples is limited so that all `groups` of a chart finish in acceptable time; it
/// is added to `taken`. `threads` as in BootstrapOptions.
std::vector<std::optional<Interval>> shareBands(const ClusterSums &sums,
                                                const ChartRequest &request, std::size_t groups,
                                                int threads, ResampleRange &taken);

/// Adds the line of the group with this index and a note about it: to the only panel, with a
/// legend, or in a panel of its own like `empty` if there are many groups.
void addGroupLine(Chart &chart, const ChartPanel &empty, bool isMultiple, std::size_t group,
                  ChartLine line, const std::string &note);

/// Tones of groups in charts that show each result. Groups beyond the distinguishable ones are
/// neutral.
class GroupTones
{
public:
    GroupTones(std::span<const MetricRow> rows, GroupBy groupBy)
        : m_groups(chartSplit(rows, groupBy, maxSeries))
    {
    }

    /// Returns the number of tones, with the neutral one.
    std::size_t count() const { return m_groups.names.size() + 1; }
    /// Returns the index of the tone of a row; the neutral one is the last.
    std::size_t indexOf(std::uint32_t row) const;
    ChartTone tone(std::size_t index) const;
    ChartTone of(std::uint32_t row) const { return tone(indexOf(row)); }
    /// Returns the name of a group; empty for the neutral tone, or if there is only one group.
    std::string name(std::size_t index) const;
    std::vector<ChartLegendEntry> legend() const;

private:
    ChartSplit m_groups;
};

} // namespace loupe
