// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"
#include "core/report/documents/reportdocument.h"

#include <span>

namespace loupe {

/// Adds what became of kernels from round to round, of each run that has several in a population:
/// rates, steps, and why the mean speedup changed. Nothing where no run has several.
void addRoundSection(std::span<const Population> blocks, ReportDocument &document);

} // namespace loupe
