// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/executors/executor.h"

namespace loupe {

/// Executes a run of several precisions at the place: one run after another, a run for each. All
/// are planned before the first begins, so that nothing is stored if one is refused. The observer
/// sees one run with the evaluations of all. Each part finds by itself
/// what the store has of it. Parts are not begun once the run is stopped. If one fails, the numbers
/// of those before it are logged.
Result<RunOutcome> runEachPrecision(const ResolvedRequest &resolved, RunPlace &place,
                                    RunObserver &observer, const std::stop_token &stop);

} // namespace loupe
