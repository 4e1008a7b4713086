// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/metricrow.h"
#include "core/report/documents/reportdocument.h"

#include <span>

namespace loupe {

/// Adds the sections of rates and speedups, each table with its intervals: by suite, and for each
/// suite by category and method, and by level, device and precision where its rows differ in them.
/// No figure is made over several suites. Rows of a suite lie together.
void addRateSections(std::span<const MetricRow> rows, ReportDocument &document);

} // namespace loupe
