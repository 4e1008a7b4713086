// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/documents/suspicions.h"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace loupe::ui {

/// Undo history of a user's review decisions in this session. Reviews are never deleted from a
/// store: undo adds a review with the earlier decision.
class ReviewSteps
{
public:
    explicit ReviewSteps(std::string person) : m_person(std::move(person)) { }

    /// Returns the reviews that record this decision for these results.
    std::vector<Review> decide(std::span<const SuspiciousResult> results, ReviewDecision decision,
                               const std::string &reason) const;
    /// Returns the reviews that restore the earlier decisions.
    std::vector<Review> takeBack(std::span<const SuspiciousResult> before) const;

    /// Adds a stored step; `before` has the results with their earlier decisions.
    void add(std::vector<SuspiciousResult> before) { m_steps.push_back(std::move(before)); }
    void clear() { m_steps.clear(); }
    bool canUndo() const { return !m_steps.empty(); }
    const std::vector<SuspiciousResult> &last() const { return m_steps.back(); }
    void dropLast() { m_steps.pop_back(); }

private:
    Review reviewOf(RowId evaluation, ReviewDecision decision, std::string reason) const;

    std::string m_person;
    std::vector<std::vector<SuspiciousResult>> m_steps;
};

} // namespace loupe::ui
