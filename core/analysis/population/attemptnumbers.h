// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/rowindex.h"
#include "core/analysis/population/speakers.h"
#include "core/model/record/metricrow.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace loupe {

/// The attempt of each row. An attempt over several baselines may be stored as several rows: as one
/// record per baseline, or as one record with several reference times. These rows have one number.
/// Records over the same baseline are different attempts. The numbers do not depend on the baseline
/// that a scope chooses.
struct AttemptNumbers {
    static constexpr std::uint32_t none = ~0U;

    /// Per row; `none` if the row is not considered or has no recorded baseline. Empty if the rows
    /// are over at most one baseline, so that every row is an attempt of its own.
    std::vector<std::uint32_t> numberOf;
    std::size_t count = 0;
};

/// Numbers the attempts of considered rows. Rows of one record must be adjacent.
AttemptNumbers attemptNumbers(std::span<const MetricRow> rows, const RowIndex &index,
                              const NumberedCells &cells);

} // namespace loupe
