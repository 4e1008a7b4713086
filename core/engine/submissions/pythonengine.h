// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/contract/suiteengine.h"

namespace loupe {

/// A benchmark written in Python, with an interpreter of the user's. `items`: what is to be
/// evaluated says what is needed first.
Result<std::unique_ptr<SuiteEngine>> makePythonEngine(const RunRequest &request,
                                                      const Benchmark &benchmark,
                                                      const std::vector<PlanItem> &items,
                                                      const std::stop_token &stop);

} // namespace loupe
