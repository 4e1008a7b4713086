// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/configurationdiff.h"
#include "core/analysis/runcomparison.h"
#include "core/report/table.h"

#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Settings that differ, one column for each run.
Table configurationTable(std::span<const ConfigurationDifference> differences,
                         const std::vector<std::string> &runs);

/// Outcomes in the baseline (rows) against those in the other run (columns).
Table transitionTable(const RunComparison &comparison);

/// Figures of both runs with the change and its interval; the caption has the verdict.
Table comparedFiguresTable(const RunComparison &comparison);

/// Attempts, one a line; without `all` only those whose state changed, that are missing, or that
/// are faster or slower beyond the noise.
Table comparedPairsTable(const RunComparison &comparison, bool all);

} // namespace loupe
