// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"

#include <string>
#include <vector>

namespace loupe {

/// A condition in which a comparison differs from the surrounding scope. Either a side requests a
/// value of its own, or both share a value that is not the most frequent one.
struct ScopeOverride {
    std::string what; ///< "device", "attempt"
    std::string first;
    std::string second;
    std::string around; ///< value of the surrounding scope

    friend bool operator==(const ScopeOverride &, const ScopeOverride &) = default;
};

/// Returns the overrides in the order of conditions, the attempt last. Excludes conditions for
/// which a side or the scope has no single value, because nothing is overridden there.
std::vector<ScopeOverride> scopeOverrides(const Population &first, const Population &second,
                                          const Population &around);

/// Returns "In place of the scope's: device A100 (A) and H100 (B), for L40; suite tritonbench, for
/// kernelbench.", or an empty string if there are none.
std::string text(const std::vector<ScopeOverride> &overrides);

} // namespace loupe
