// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/store/read/storereader.h"

#include <string>
#include <vector>

namespace loupe::cli {

/// What ran, the place below the roofline and the counters of an evaluation, for people.
std::vector<std::string> profileLines(const EvaluationDetail &detail);

/// The same as one object.
Json profileJson(const EvaluationDetail &detail);

} // namespace loupe::cli
