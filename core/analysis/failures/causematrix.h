// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/failures/failureclusters.h"
#include "core/analysis/metrics/scoreboard.h"
#include "core/analysis/population/population.h"
#include "core/base/name.h"
#include "core/model/verdict/verdict.h"

#include <span>
#include <string>
#include <vector>

namespace loupe {

/// The failed cells of each method that share one reason.
struct CauseRow {
    Name fingerprint; ///< of the first of them; empty if the store has no reason, and `cause` is
                      ///< then the verdict's label
    Name grouped; ///< groupedCause(), the value of the filter field `cause`; empty without a reason
    std::string cause; ///< "undeclared identifier 'tl'"; `grouped` if their names differ
    Verdict verdict = Verdict::NotRecorded; ///< of the first of them
    std::vector<std::vector<RowId>> cells;  ///< by scoreboard row
    std::size_t all = 0;
};

/// Returns the reasons why cells of a population failed, the most frequent first, ties by text.
/// `reasons` may contain other evaluations, too.
std::vector<CauseRow> causeMatrix(const Population &population, const Scoreboard &board,
                                  std::span<const FailureReason> reasons);

} // namespace loupe
