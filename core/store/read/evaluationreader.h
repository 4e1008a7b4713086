// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/record/evaluation.h"
#include "core/model/record/recordedstate.h"
#include "core/store/rows/filtersql.h"
#include "core/store/rows/storedvalues.h"
#include "core/store/sqlite/sqlite.h"
#include "core/store/sqlite/twinconnection.h"

#include <span>
#include <vector>

namespace loupe {

/// Reads everything about one evaluation. The caller must hold a read transaction. Fails with
/// NotFound if there is no such row.
Result<EvaluationDetail> readEvaluation(Database &database, RowId id);

/// Reads the measurements of each evaluation, as defined by StoreReader::measurements. The caller
/// must hold a read transaction.
Result<std::vector<Evaluation>> readMeasurements(Database &database,
                                                 std::span<const RowId> evaluations);

/// Reads the source of each evaluation's candidate, as defined by StoreReader::sources. The caller
/// must hold a read transaction.
Result<std::vector<CandidateSource>> readSources(Database &database,
                                                 std::span<const RowId> evaluations);

/// Reads the matching evaluations in stored order.
Result<std::vector<RecordedState>> readRecordedStates(TwinTransactions &store,
                                                      const SqlCondition &condition);

} // namespace loupe
