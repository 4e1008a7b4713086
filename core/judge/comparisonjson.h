// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/judge/judge.h"

#include <vector>

namespace loupe {

/// Comparisons and rules as they travel over a Channel; NaN and infinities survive.
Json toJson(const OutputComparison &comparison);
Json toJson(const ComparisonRule &rule);
/// Corrupt when it is not what toJson wrote.
Result<OutputComparison> comparisonFromJson(const Json &json);
Result<ComparisonRule> ruleFromJson(const Json &json);

} // namespace loupe
