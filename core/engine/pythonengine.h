// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/suiteengine.h"

namespace loupe {

/// A benchmark written in Python, with an interpreter of the user's.
Result<std::unique_ptr<SuiteEngine>> makePythonEngine(const RunRequest &request,
                                                      const Benchmark &benchmark,
                                                      const std::stop_token &stop);

} // namespace loupe
