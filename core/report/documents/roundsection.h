// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"
#include "core/report/documents/reportdocument.h"

#include <span>

namespace loupe {

/// Adds the changes of kernels from round to round, for each run with several rounds in a
/// population: rates, steps, and why the mean speedup changed. Adds nothing if no run has several.
void addRoundSection(std::span<const Population> blocks, ReportDocument &document);

} // namespace loupe
