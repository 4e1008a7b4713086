// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace loupe {

// The statements of a merge, in execution order. `{o}` is the attached store. `blob[x]` is the blob
// that x became, and `evaluation[o]` the evaluation that a row of o belongs to. `new[o]` tests
// whether that evaluation is new. `names[t]` and `values[t]` are the listed columns of table t,
// `excluded[t]` the values for a known row. New rows get their id plus an offset, so that only
// known rows need a mapping.

extern const char *const mergeTables;      ///< temporary tables, once
extern const char *const mergeStart;       ///< start of one store
extern const char *const mergeNames;       ///< blobs, tasks, methods, environments; shared runs
extern const char *const mergeKnown;       ///< evaluations that already exist
extern const char *const mergeInfraErrors; ///< replaces infrastructure errors
extern const char *const mergeDialogues;   ///< prompts and answers of models
extern const char *const mergeEvaluations; ///< candidates and evaluations
extern const char *const mergeParts;       ///< rows that depend on new evaluations
/// Rows that are added to evaluations and runs later; they may be new for known evaluations.
extern const char *const mergeLaterRows;
extern const char *const mergeJudgements; ///< reviews and annotations, last and from all stores

/// Returns the statements for the attached database `schema`.
std::string mergeSql(const char *statements, const std::string &schema);

} // namespace loupe
