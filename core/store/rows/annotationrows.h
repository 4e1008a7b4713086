// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/annotation.h"
#include "core/model/filter.h"
#include "core/store/rows/sqlcondition.h"
#include "core/store/sqlite/sqlite.h"

#include <span>
#include <vector>

namespace loupe {

// What people say of evaluations, as events that are only ever added. The caller holds a
// transaction.

/// Adds the event and gives its id; one that is there already (by uuid) is left as it is. NotFound
/// where its evaluation or the event it takes back is missing; InvalidInput as checkAnnotation, and
/// where the event to be taken back belongs to another evaluation, is taken back already, or itself
/// takes back an undo: filters follow events to this depth.
Result<AnnotationId> insertAnnotation(Database &database, const Annotation &event);

/// The events of these evaluations, in the order in which they were stored for each. Corrupt where
/// a row is of no kind.
Result<std::vector<Annotation>> readAnnotations(Database &database,
                                                std::span<const RowId> evaluations);

/// The last `most` events of one person, in the order in which they were stored. Corrupt as above.
Result<std::vector<Annotation>> readLatestAnnotations(Database &database, const std::string &person,
                                                      std::int64_t most);

/// An SQL condition on evaluation e for a term on `tag` ("none": without any) or `triage`.
/// InvalidInput for an unknown state, `where` = the character in the filter's text.
Result<SqlCondition> annotationCondition(const FilterTerm &term);

} // namespace loupe
