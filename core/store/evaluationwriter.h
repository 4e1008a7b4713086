// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/evaluation.h"
#include "core/store/packedtexts.h"
#include "core/store/sqlite.h"

namespace loupe {

/// What is known beforehand of an evaluation of a run that the same transaction began.
struct EvaluationOfNewRun {
    /// The run has no known outcome of a later round of the same sample, nor will have.
    bool isLastRound = false;
    const PackedTexts &texts; ///< of the evaluation
    BlobAppender &blobs;
};

/// Inserts one evaluation with everything that hangs on it. The caller holds a transaction and
/// undoes it when this fails.
Result<RowId> insertEvaluation(Database &database, RunId run, TaskId task, MethodId method,
                               const Evaluation &evaluation);

/// As insertEvaluation, without looking for what a new run cannot have.
Result<RowId> insertEvaluation(Database &database, RunId run, TaskId task, MethodId method,
                               const Evaluation &evaluation, const EvaluationOfNewRun &known);

} // namespace loupe
