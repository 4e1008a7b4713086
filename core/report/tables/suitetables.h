// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/metrics/suitespeedup.h"
#include "core/report/tables/table.h"

#include <span>
#include <string>

namespace loupe {

/// One group of a suite's attempts: the suite's own figures and ours.
struct SuiteSpeedupGroup {
    std::string suite;
    std::string group;
    SpeedupRule rule = SpeedupRule::KernelBench;
    SuiteAggregate aggregate;
    std::optional<double> ourGeometricMean; ///< over the timed correct results
};

/// Shows one line per figure. The caption has each suite's definition and every count.
Table suiteSpeedupTable(std::span<const SuiteSpeedupGroup> groups, const std::string &groupTitle);

} // namespace loupe
