// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/population/population.h"
#include "core/model/filter.h"
#include "core/store/read/storereader.h"

#include <QString>

#include <functional>
#include <stop_token>
#include <vector>

namespace loupe::ui {

/// Failures that have one reason in common.
struct FailureCause {
    QString title;  ///< "NameError: name 'tl' is not defined"
    QString detail; ///< what kind of reason: "undefined name"
    Verdict verdict = Verdict::NotRecorded;
    std::vector<RowId> ids; ///< in the order in which they were stored
    std::vector<std::pair<QString, std::int64_t>> methods; ///< the most frequent first
};

/// The causes of the failures under a filter, the commonest first.
struct FailureCauses {
    std::vector<FailureCause> causes;
    QString grouping;         ///< how they were told apart, for the page to say
    std::size_t cells = 0;    ///< of the population that the failures are counted of
    std::size_t unjudged = 0; ///< of these, that are neither correct nor failures

    std::int64_t failures() const;
    /// Leaves only the cells of the population that failed: each counts once, and what was not
    /// judged is no failure.
    void countCells(const Population &population);
    /// Leaves only what a chart selected.
    void restrictTo(const std::vector<RowId> &selected);
};

/// Tells failures apart by their causes; Cancelled soon after `stop` is requested. What the page
/// uses can be exchanged for another.
using CauseReader
    = std::function<Result<FailureCauses>(StoreReader &, const Filter &, const std::stop_token &)>;

/// By the first cause that the store keeps of a failure (`kloupe clusters`); failures of which it
/// keeps none, by the cause that core reads from verdict and message.
Result<FailureCauses> readFailureCauses(StoreReader &reader, const Filter &filter,
                                        const std::stop_token &stop);

} // namespace loupe::ui
