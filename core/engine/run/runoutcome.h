// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/engine/request/runload.h"
#include "core/model/record/evaluation.h"

#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// Tasks of this session with or without a time over a further baseline.
struct FurtherCount {
    std::string baseline; ///< "compile reference (cuda:0)"
    int timed = 0;
    /// Tasks without a time, with the reason: "level1/3_T: the reference has no baseline …".
    std::vector<std::string> missing = {};
};

struct RunOutcome {
    std::string run;   ///< name in the store
    RunId id;          ///< null for a dry run
    int evaluated = 0; ///< in this session
    int alreadyDone = 0;
    int correct = 0;
    int failed = 0;
    int infraErrors = 0;
    bool cancelled = false;
    std::vector<FurtherCount> further = {}; ///< by baseline, in the order of their first task
    /// Of a run of several precisions, those that have begun. Its own numbers are their sums.
    std::vector<RunOutcome> parts = {};
    /// Last reported load of such a part. That of a whole run is told to its observer.
    std::optional<RunLoad> load = {};

    /// Returns the evaluations of this session with neither a correct result nor a failure: skipped
    /// or not recorded.
    int notJudged() const { return evaluated - correct - failed - infraErrors; }
    /// Counts the times of further baselines that were measured with an evaluation.
    void countFurther(const Evaluation &evaluation);
    /// Adds the run of one precision.
    void addPart(RunOutcome part);
};

} // namespace loupe
