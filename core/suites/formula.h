// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <map>
#include <string>

namespace loupe {

/// The value of an arithmetic formula ("floor((H + 2*P - K) / S) + 1") over named numbers.
/// muParser's syntax with `floor` and `ceil`. InvalidInput when it does not parse, names something
/// that is not in `variables`, or is not finite.
Result<double> evaluateFormula(const std::string &formula,
                               const std::map<std::string, double> &variables);

/// As above, for extents and counts: must be a whole number between 0 and 2^40.
Result<std::int64_t> evaluateExtent(const std::string &formula,
                                    const std::map<std::string, double> &variables);

} // namespace loupe
