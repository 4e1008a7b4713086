// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/store/read/storereader.h"

#include <optional>
#include <stop_token>

namespace loupe {

/// Correct candidate of a task with the source most like that of another candidate.
struct NearestCorrect {
    RowId id;
    double shared = 0; ///< sharedLines() of the two sources
};

/// Returns the correct candidate of the same suite and task whose source shares most lines with the
/// evaluation's (sharedLines(), comments included). Of equal ones it takes the one with the largest
/// speedup. Candidates with the same source, without a source, or flagged are not considered.
/// Returns nullopt if none is left or the evaluation has no source. Reads a few sources at a time.
/// Fails with Cancelled soon after `stop`.
Result<std::optional<NearestCorrect>>
nearestCorrect(StoreReader &reader, const EvaluationDetail &of, const std::stop_token &stop = {});

} // namespace loupe
