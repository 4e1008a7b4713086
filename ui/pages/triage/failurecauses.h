// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/population/population.h"
#include "core/model/saved/filter.h"
#include "core/store/read/storereader.h"

#include <QString>

#include <stop_token>
#include <vector>

namespace loupe::ui {

/// Failures with the same cause.
struct FailureCause {
    QString title;  ///< "NameError: name 'tl' is not defined"
    QString detail; ///< kind of cause: "undefined name"
    Verdict verdict = Verdict::NotRecorded;
    std::vector<RowId> ids; ///< in the order in which they were stored
    std::vector<std::pair<QString, std::int64_t>> methods; ///< most frequent first
};

/// Causes of the failures under a filter, most frequent first.
struct FailureCauses {
    std::vector<FailureCause> causes;
    QString grouping;         ///< description of the grouping, for the page
    std::size_t cells = 0;    ///< cells of the population
    std::size_t unjudged = 0; ///< cells that are neither correct nor failures

    std::int64_t failures() const;
    /// Keeps only failed cells of the population, each counted once. Cells without a verdict are
    /// not failures.
    void countCells(const Population &population);
    /// Keeps only results selected in a chart.
    void restrictTo(const std::vector<RowId> &selected);
};

/// Groups failures by the first cause stored for them (`kloupe clusters`), or else by the cause
/// that core derives from verdict and message. Returns Cancelled soon after `stop` is requested.
Result<FailureCauses> readFailureCauses(StoreReader &reader, const Filter &filter,
                                        const std::stop_token &stop);

} // namespace loupe::ui
