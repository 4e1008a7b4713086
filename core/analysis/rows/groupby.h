// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace loupe {

/// Dimension by which rows are grouped.
enum class GroupBy {
    All,
    Category,
    Method,
    Round,
    Level,
    Suite,
    Task,
    Precision,
    Device,
    Run,
    Baseline,
    Protocol,
    SuiteVersion,
    Clock,
    Shape ///< separates only rows of rowsByShape()
};

} // namespace loupe
