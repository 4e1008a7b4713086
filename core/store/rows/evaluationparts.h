// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/evaluation.h"
#include "core/store/sqlite/sqlite.h"

#include <cstdint>

namespace loupe {

/// Inserts what an evaluation may have any number of: flags, trials, timings, diagnostics, kernels,
/// counters, findings. The caller holds a transaction and undoes it when this fails.
Status insertParts(Database &database, std::int64_t evaluationId, const Evaluation &evaluation);

} // namespace loupe
