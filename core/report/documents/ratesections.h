// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"
#include "core/report/documents/reportdocument.h"

#include <span>
#include <string>

namespace loupe {

/// Returns the name of a block of comparable results: its suite, then what distinguishes it from
/// other blocks.
std::string blockName(const Population &block);

/// Adds the sections of rates and speedups, each table with its intervals. First there is a line
/// per block. Then each block has its population as text, and its cells by category, method, and
/// any other property that differs. No figure covers several blocks.
void addRateSections(std::span<const Population> blocks, ReportDocument &document);

} // namespace loupe
