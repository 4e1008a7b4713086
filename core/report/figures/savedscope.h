// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/scope.h"
#include "core/base/result.h"

#include <string>
#include <string_view>

namespace loupe {

/// Returns a scope in the format of saved views: one line of JSON.
std::string savedText(const Scope &scope);

/// Parses a saved scope; fails with InvalidInput for anything else.
Result<Scope> scopeFromSaved(std::string_view text);

} // namespace loupe
