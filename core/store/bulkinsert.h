// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/evaluation.h"
#include "core/store/sqlite.h"
#include "core/store/storewriter.h"

#include <functional>
#include <span>

namespace loupe {

/// Inserts all evaluations of a run that the caller's transaction began, so that nothing has to be
/// looked for. Many at once leave the indexes for the end: sorting is cheaper than finding a place
/// for each. `advance` is called after each and may end it. InvalidInput where a task or method has
/// no id.
Status insertAllEvaluations(Database &database, RunId run, std::span<const Evaluation> evaluations,
                            const StoredNames &names, const std::function<Status()> &advance);

} // namespace loupe
