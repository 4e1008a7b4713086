// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace loupe {

/// What rows are split into groups by.
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
    Clock
};

} // namespace loupe
