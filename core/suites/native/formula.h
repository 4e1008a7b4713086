// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <map>
#include <string>

namespace loupe {

/// Evaluates an arithmetic formula ("floor((H + 2*P - K) / S) + 1") with named variables. The
/// syntax is muParser's, with `floor` and `ceil`. InvalidInput if it does not parse, uses an
/// unknown variable, or is not finite.
Result<double> evaluateFormula(const std::string &formula,
                               const std::map<std::string, double> &variables);

/// Evaluates an extent or count as above; it must be a whole number between 0 and 2^40.
Result<std::int64_t> evaluateExtent(const std::string &formula,
                                    const std::map<std::string, double> &variables);

} // namespace loupe
