// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/judge/judge.h"

#include <vector>

namespace loupe {

/// Convert comparisons and rules for a Channel; NaN and infinities are preserved.
Json toJson(const OutputComparison &comparison);
Json toJson(const ComparisonRule &rule);
/// Read what toJson() wrote; else Corrupt.
Result<OutputComparison> comparisonFromJson(const Json &json);
Result<ComparisonRule> ruleFromJson(const Json &json);

} // namespace loupe
