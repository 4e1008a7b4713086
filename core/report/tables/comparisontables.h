// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/comparison/configurationdiff.h"
#include "core/analysis/comparison/runcomparison.h"
#include "core/report/tables/table.h"

#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Shows settings with one column per run; without `all` only those that differ.
Table configurationTable(std::span<const ConfigurationSetting> settings,
                         const std::vector<std::string> &runs, bool all);

/// Shows outcomes in the baseline (rows) against those in the other run (columns).
Table transitionTable(const RunComparison &comparison);

/// Returns "×1.0312 (1.0101 – 1.0530)" or "+0.0400 (…)", with "–" if there is no interval.
std::string changeText(const ComparedFigure &figure);

/// Shows figures of both runs with the change and its interval; the caption has the verdict.
Table comparedFiguresTable(const RunComparison &comparison);

/// Shows one attempt per line. Without `all`, shows only attempts that are missing, changed state,
/// or are faster or slower beyond the noise.
Table comparedPairsTable(const RunComparison &comparison, bool all);

} // namespace loupe
