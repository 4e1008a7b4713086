// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"

#include <string>
#include <vector>

namespace loupe {

/// A condition in which a comparison does not follow the scope around it: a side asks for a value
/// of its own, or both share a value that is not the one with the most results.
struct ScopeOverride {
    std::string what; ///< "device", "attempt"
    std::string first;
    std::string second;
    std::string around; ///< what the scope has

    friend bool operator==(const ScopeOverride &, const ScopeOverride &) = default;
};

/// In the order of conditions, the attempt last. Conditions of which a side or the scope has no
/// single value are left out: nothing is taken in place of another there.
std::vector<ScopeOverride> scopeOverrides(const Population &first, const Population &second,
                                          const Population &around);

/// "In place of the scope's: device A100 (A) and H100 (B), for L40; suite tritonbench, for
/// kernelbench."; empty where there are none.
std::string text(const std::vector<ScopeOverride> &overrides);

} // namespace loupe
