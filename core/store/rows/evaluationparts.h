// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/record/evaluation.h"
#include "core/store/sqlite/sqlite.h"

#include <cstdint>

namespace loupe {

/// Inserts the rows that an evaluation may have any number of: flags, trials, timings, diagnostics,
/// generated code, kernels, counters, findings. The caller must hold a transaction and roll it back
/// on failure.
Status insertParts(Database &database, std::int64_t evaluationId, const Evaluation &evaluation);

} // namespace loupe
