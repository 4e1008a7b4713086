// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/metrics/roofline.h"
#include "core/analysis/rows/groupby.h"
#include "core/base/ids.h"
#include "core/model/record/metricrow.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Reason why a result has no point in the roofline model.
enum class RooflineGap : std::uint8_t {
    NotJudged,  ///< skipped, unknown, or failed because of the infrastructure
    Failed,     ///< not correct
    Flagged,    ///< correct, but excluded by the audit
    NotTimed,   ///< correct, without a usable time
    NotCounted, ///< neither operations nor bytes of the timed case are known
    BytesOnly,  ///< the operations are unknown, or there are none
    NoBytes,    ///< the operations are known, the bytes are not
};
inline constexpr std::size_t rooflineGaps = 7;

/// "not timed", "without known operations (bytes only)" …
std::string_view label(RooflineGap gap);

/// Shares of the ceiling up to this one are possible. Ceilings are medians of several measurements,
/// so that a good kernel may exceed them a little.
inline constexpr double maxShareOfCeiling = 1.05;

/// Point of a result in the roofline model.
struct RooflineResult {
    std::uint32_t row = 0; ///< index among the rows
    RooflinePoint point;   ///< with intensity and rate of operations, both positive

    /// Returns true if the speed exceeds the measured ceiling.
    bool isAbove() const { return point.fraction && *point.fraction > maxShareOfCeiling; }
};

/// Every row is either placed or left out.
struct RooflineStudy {
    std::vector<RooflineResult> placed; ///< in the order of the rows
    std::size_t withoutCeiling = 0;     ///< placed, but their device had no measured ceiling
    std::array<std::vector<std::uint32_t>, rooflineGaps> leftOut; ///< rows by RooflineGap

    const std::vector<std::uint32_t> &of(RooflineGap gap) const
    {
        return leftOut[static_cast<std::size_t>(gap)];
    }
};

RooflineStudy rooflineStudy(std::span<const MetricRow> rows);

/// Shares of their ceilings that the results of one group reached.
struct RooflineGroup {
    std::string name;             ///< begins with the device if there are several
    std::vector<RowId> ids;       ///< placed results
    std::size_t known = 0;        ///< results with a share of at most maxShareOfCeiling
    std::optional<double> median; ///< of these shares
    std::optional<double> best;   ///< the largest of these shares
    std::size_t memoryBound = 0;  ///< placed results limited by memory
    std::size_t above = 0;        ///< placed results with a larger share: not in the median
};

/// Returns the groups with placed results, per device, in the order of rowGroups().
std::vector<RooflineGroup> rooflineGroups(std::span<const MetricRow> rows,
                                          const RooflineStudy &study, GroupBy groupBy);

/// Results whose shares of their ceilings are in one range. Ranges include their lower ends.
struct RooflineShareBin {
    double from = 0.0;
    double to = 0.0; ///< infinite for the last bin, which has all shares above maxShareOfCeiling
    std::vector<RowId> ids;
};

/// Returns ranges of 5 % up to maxShareOfCeiling, which is included, and one for all above.
/// Results without a known share are in none.
std::vector<RooflineShareBin> rooflineShareBins(std::span<const MetricRow> rows,
                                                std::span<const RooflineResult> results);

/// Results that a roofline does not draw, or draws without a ceiling.
struct RooflineNote {
    std::string_view text; ///< "not timed", "drawn without a measured ceiling"
    std::vector<RowId> ids;
};

/// Returns the reasons that occur.
std::vector<RooflineNote> rooflineNotes(std::span<const MetricRow> rows,
                                        const RooflineStudy &study);

} // namespace loupe
