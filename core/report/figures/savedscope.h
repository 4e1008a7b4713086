// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/scope.h"
#include "core/base/result.h"

#include <string>
#include <string_view>

namespace loupe {

/// A scope as a saved view keeps it: one line of JSON.
std::string savedText(const Scope &scope);

/// The same back. InvalidInput for anything else.
Result<Scope> scopeFromSaved(std::string_view text);

} // namespace loupe
