// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/engine/request/runrequest.h"

#include <string>
#include <vector>

namespace loupe {

/// Names of a request's parts in a document.
struct RequestPlaces {
    const char *samples;
    const char *jobs;
    const char *limits;       ///< of the suite's kind, or of native candidates only
    const char *pythonLimits; ///< of candidates in Python; null if `limits` applies to them, too
    const char *tasks;
};

/// Adds problems that types alone do not exclude in a request from outside: numbers out of range,
/// an invalid filter. `source` is the file name in the problems.
void checkRanges(const RunRequest &request, const RequestPlaces &places, const std::string &source,
                 std::vector<JsonProblem> &problems);

} // namespace loupe
