// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/evaluation.h"
#include "core/store/sqlite/sqlite.h"
#include "core/store/write/storednames.h"

#include <cstddef>
#include <functional>
#include <span>

namespace loupe {

/// From so many evaluations on, indexes that are made anew at the end, from sorted rows, take half
/// the time of indexes that are kept up row by row.
inline constexpr std::size_t fewestDeferred = 20'000;

/// Inserts all evaluations of a run that the caller's transaction began, so that nothing has to be
/// looked for. `advance` is called after each and may end it. InvalidInput where a task or method
/// has no id, or where an evaluation repeats another. `deferredFrom`: so many leave the indexes for
/// the end.
Status insertAllEvaluations(Database &database, RunId run, std::span<const Evaluation> evaluations,
                            const StoredNames &names, const std::function<Status()> &advance,
                            std::size_t deferredFrom = fewestDeferred);

} // namespace loupe
