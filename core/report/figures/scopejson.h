// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/scope.h"
#include "core/base/json.h"

namespace loupe {

/// Returns {"choice": "last", "conditions": {"device": {"rule": "only", "value": "H200"},
/// "baseline": {"rule": "split"}}}, with only the conditions that have a rule. Separate dimensions
/// and excluded results are part of the chart instead.
Json toJson(const Scope &scope);

/// Parses a scope; problems are reported to the reader.
Scope scopeFrom(const JsonReader &json);

} // namespace loupe
