// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/contract/suiteengine.h"

namespace loupe {

/// Returns the engine of a benchmark written in Python, with the user's interpreter. `items` are
/// the evaluations planned, which show what must be prepared first.
Result<std::unique_ptr<SuiteEngine>> makePythonEngine(const RunRequest &request,
                                                      const Benchmark &benchmark,
                                                      const std::vector<PlanItem> &items,
                                                      const std::stop_token &stop);

} // namespace loupe
