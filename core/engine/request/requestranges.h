// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/engine/request/runrequest.h"

#include <string>
#include <vector>

namespace loupe {

/// What the parts of a request are called in a document that holds one.
struct RequestPlaces {
    const char *samples;
    const char *jobs;
    const char *limits;       ///< of the suite's kind, or of native candidates alone
    const char *pythonLimits; ///< of candidates in Python; null where `limits` are theirs, too
    const char *tasks;
};

/// Adds what types alone do not say of a request that somebody else wrote: numbers out of range, a
/// text that is no filter. `source` is what problems name as the file.
void checkRanges(const RunRequest &request, const RequestPlaces &places, const std::string &source,
                 std::vector<JsonProblem> &problems);

} // namespace loupe
