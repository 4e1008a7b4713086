// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/recordproblems.h"

#include <map>
#include <optional>
#include <string>

namespace loupe {

/// What the memory of a round of GEAK says of one problem.
struct GeakMemory {
    std::optional<bool> passCall;
    std::optional<bool> passExe;
    std::optional<double> speedup; ///< of the best candidate that was timed
    std::string source; ///< of the best candidate so far: timed, else right, else run to its end
    std::string ran;    ///< the last candidate that ran to its end
    std::string error;
    std::string original; ///< the record as it was
};

/// Reads GEAK's `<out>_mem_<i>.json`, by problem. InvalidInput where the
/// text is no object of problems; a record that is not one goes to `problems`.
Result<std::map<std::string, GeakMemory>>
readGeakMemory(const std::string &content, const std::string &file, RecordProblems &problems);

} // namespace loupe
