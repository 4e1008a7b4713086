// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"
#include "core/report/documents/reportdocument.h"

#include <span>
#include <string>

namespace loupe {

/// What a block of comparable results is called in a report: its suite, then what else tells it
/// from the other blocks.
std::string blockName(const Population &block);

/// Adds the sections of rates and speedups, each table with its intervals: a line for each block,
/// then for each block its population in words, and its cells by category and method, and by
/// whatever else they differ in. No figure is made over several blocks.
void addRateSections(std::span<const Population> blocks, ReportDocument &document);

} // namespace loupe
