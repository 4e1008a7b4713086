// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace loupe {

// The statements of a merge, in the order in which they run. `{o}` is the attached store; `blob[x]`
// is the blob that x became, `evaluation[o]` the evaluation that a row of o belongs to, `new[o]`
// whether that is a new one; `names[t]` and `values[t]` are the listed columns of table t,
// `excluded[t]` the values where a row was known. Rows get their id plus an offset, so that only
// those known before need a place in a map.

extern const char *const mergeTables;      ///< temporary tables, once
extern const char *const mergeStart;       ///< of one store
extern const char *const mergeNames;       ///< blobs, tasks, methods, environments; shared runs
extern const char *const mergeKnown;       ///< evaluations that are there already
extern const char *const mergeInfraErrors; ///< failures of the machinery give way
extern const char *const mergeDialogues;   ///< what models were told and answered
extern const char *const mergeEvaluations; ///< candidates and evaluations
extern const char *const mergeParts;       ///< what hangs on new evaluations
/// What is added to evaluations and runs afterwards: it may be new where they are not.
extern const char *const mergeLaterRows;
extern const char *const mergeJudgements; ///< reviews and annotations: at the end, of all stores

/// The statements for the attached database `schema`.
std::string mergeSql(const char *statements, const std::string &schema);

} // namespace loupe
