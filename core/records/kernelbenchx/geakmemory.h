// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/recordproblems.h"

#include <map>
#include <optional>
#include <string>

namespace loupe {

/// One problem in the memory of a GEAK round.
struct GeakMemory {
    std::optional<bool> passCall;
    std::optional<bool> passExe;
    std::optional<double> speedup; ///< of the best timed candidate
    std::string source;            ///< best candidate so far: timed, else right, else completed
    std::string ran;               ///< last candidate that ran to completion
    std::string error;
    std::string original; ///< the unchanged record
};

/// Reads GEAK's `<out>_mem_<i>.json` by problem. InvalidInput if the text is no object of problems;
/// malformed records are added to `problems`.
Result<std::map<std::string, GeakMemory>>
readGeakMemory(const std::string &content, const std::string &file, RecordProblems &problems);

} // namespace loupe
