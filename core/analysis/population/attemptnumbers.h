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

/// A number for the attempt of each row: rows with the same cell, sample, round and verdict share
/// it.
struct Attempts {
    std::vector<std::uint32_t> attemptOf; ///< per row
    std::size_t count = 0;
};

Attempts attemptsOf(std::span<const MetricRow> rows, const NumberedCells &cells);

/// Returns true if considered rows are over more than one recorded baseline.
bool hasSeveralBaselines(const RowIndex &index);

/// The attempt of each row, over whichever baseline. An attempt over several baselines may be
/// stored as several rows: as one record per baseline, or as one record with several reference
/// times. These rows have one number. Records over the same baseline are different attempts. The
/// numbers do not depend on the baseline that a scope chooses.
struct AttemptNumbers {
    static constexpr std::uint32_t none = ~0U;

    /// Per row; `none` if the row is not considered or has no recorded baseline.
    std::vector<std::uint32_t> numberOf;
    std::size_t count = 0;
};

/// Numbers the attempts of considered rows. Rows of one record must be adjacent. `attempts` are
/// those of the rows.
AttemptNumbers attemptNumbers(std::span<const MetricRow> rows, const RowIndex &index,
                              const Attempts &attempts);

} // namespace loupe
