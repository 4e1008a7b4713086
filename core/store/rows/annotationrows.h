// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/saved/annotation.h"
#include "core/model/saved/filter.h"
#include "core/store/rows/sqlcondition.h"
#include "core/store/sqlite/sqlite.h"

#include <span>
#include <vector>

namespace loupe {

// Users' annotations of evaluations, as append-only events. The caller must hold a transaction.

/// Adds the event and returns its id; an event that exists already (by uuid) is unchanged. Fails
/// with NotFound if its evaluation or the event that it undoes is missing. Fails with InvalidInput
/// like checkAnnotation. The same applies if the undone event belongs to another evaluation, is
/// already undone, or itself undoes an undo: filters follow events to this depth.
Result<AnnotationId> insertAnnotation(Database &database, const Annotation &event);

/// Reads the events of these evaluations, in stored order for each. Fails with Corrupt if a row has
/// an unknown kind.
Result<std::vector<Annotation>> readAnnotations(Database &database,
                                                std::span<const RowId> evaluations);

/// Reads the last `most` events of one person, in stored order. Fails with Corrupt like
/// readAnnotations().
Result<std::vector<Annotation>> readLatestAnnotations(Database &database, const std::string &person,
                                                      std::int64_t most);

/// Returns an SQL condition on evaluation e for a term on `tag` ("none": without any) or `triage`.
/// Fails with InvalidInput for an unknown state, with its character in the filter's text as
/// `where`.
Result<SqlCondition> annotationCondition(const FilterTerm &term);

} // namespace loupe
