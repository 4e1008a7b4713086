// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/scope.h"
#include "core/base/json.h"
#include "core/base/result.h"

#include <string>
#include <string_view>

namespace loupe {

/// Returns {"choice": "last", "conditions": {"device": {"rule": "only", "value": "H200"},
/// "baseline": {"rule": "split"}}}, with only the conditions that have a rule. Separate dimensions
/// and excluded results are part of the chart instead.
Json toJson(const Scope &scope);

/// Parses a scope; problems are reported to the reader.
Scope scopeFrom(const JsonReader &json);

/// Returns a scope in the format of saved views: one line of JSON.
std::string savedText(const Scope &scope);

/// Parses a saved scope; fails with InvalidInput for anything else.
Result<Scope> scopeFromSaved(std::string_view text);

} // namespace loupe
