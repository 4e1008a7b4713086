// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/metricrow.h"

#include <span>
#include <string>
#include <vector>

namespace loupe {

/// What the rows do not say or do not allow to say, one sentence each with its counts: results that
/// are not recorded, correct kernels without a time, tasks known by name only or with several
/// definitions under one name, methods that were judged on different tasks, what is withheld, what
/// has no device or precision. Empty for rows that leave nothing open.
std::vector<std::string> openQuestions(std::span<const MetricRow> rows);

} // namespace loupe
