// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/runobserver.h"
#include "core/engine/runrequest.h"
#include "core/model/candidate.h"
#include "core/model/filter.h"
#include "core/suites/suite.h"

#include <vector>

namespace loupe {

/// One evaluation to be done.
struct PlanItem {
    const NativeTask *task = nullptr; ///< into Plan::suite
    Candidate candidate;
};

/// What a request comes to, before anything is executed.
struct Plan {
    NativeSuite suite;
    std::vector<Method> methods;
    std::vector<PlanItem> items; ///< grouped by task
    std::vector<PlanSkip> skipped;
    int tasks = 0; ///< distinct tasks among the items
};

/// Reads suite and candidates and selects. Pure apart from reading files. Refuses bad input whole.
Result<Plan> makePlan(const RunRequest &request);

/// Whether a task is selected by a filter over task, category, level and bare words.
Result<bool> matchesTask(const Filter &filter, const Task &task);

} // namespace loupe
