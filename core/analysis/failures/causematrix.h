// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/failures/failureclusters.h"
#include "core/analysis/metrics/scoreboard.h"
#include "core/analysis/population/population.h"
#include "core/base/name.h"
#include "core/model/verdict.h"

#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Which of each method's cells failed for one reason.
struct CauseRow {
    Name fingerprint;  ///< empty: the store keeps no reason, and `cause` is the verdict in words
    std::string cause; ///< "undeclared identifier 'tl'"
    Verdict verdict = Verdict::NotRecorded; ///< of the first of them
    std::vector<std::vector<RowId>> cells;  ///< by scoreboard row
    std::size_t all = 0;
};

/// Why the failed cells of a population failed, the commonest reason first, ties by its words.
/// `reasons` may name other evaluations, too.
std::vector<CauseRow> causeMatrix(const Population &population, const Scoreboard &board,
                                  std::span<const FailureReason> reasons);

} // namespace loupe
