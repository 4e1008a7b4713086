// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/contract/suiteengine.h"
#include "core/engine/submissions/pythonshared.h"

#include <memory>

namespace loupe {

/// Makes an evaluator that takes one submission through load, the suite's trials, ours, and timing.
/// Each thread has its own, with a server for candidates. Reference servers belong to the run and
/// share nothing with it.
std::unique_ptr<CandidateEvaluator> makePythonEvaluator(const PythonShared &shared);

} // namespace loupe
