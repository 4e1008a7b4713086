// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <string>

namespace loupe {

struct RunOutcome {
    std::string run;   ///< name in the store
    RunId id;          ///< null for a dry run
    int evaluated = 0; ///< in this session
    int alreadyDone = 0;
    int correct = 0;
    int failed = 0;
    int infraErrors = 0;
    bool cancelled = false;

    /// Returns the evaluations of this session with neither a correct result nor a failure: skipped
    /// or not recorded.
    int notJudged() const { return evaluated - correct - failed - infraErrors; }
};

} // namespace loupe
