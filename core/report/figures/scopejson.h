// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/scope.h"
#include "core/base/json.h"

namespace loupe {

/// {"choice": "last", "conditions": {"device": {"rule": "only", "value": "H200"}, "baseline":
/// {"rule": "split"}}}: only conditions that have a rule of their own. Not what its groups tell
/// apart, nor what is withheld: a chart says that.
Json toJson(const Scope &scope);

/// The same back; problems go to the reader.
Scope scopeFrom(const JsonReader &json);

} // namespace loupe
