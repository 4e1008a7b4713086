// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/store/read/storereader.h"

#include <string>
#include <vector>

namespace loupe::cli {

/// Returns text about what ran, the position below the roofline, the counters of an evaluation and
/// what compute-sanitizer found.
std::vector<std::string> profileLines(const EvaluationDetail &detail);

/// Returns the same data as a JSON object.
Json profileJson(const EvaluationDetail &detail);

} // namespace loupe::cli
