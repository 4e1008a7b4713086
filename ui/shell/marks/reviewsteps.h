// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/documents/suspicions.h"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace loupe::ui {

/// What a person decided in this session, step by step, for undo. A review is never removed from a
/// store: taking one back decides again what was decided before.
class ReviewSteps
{
public:
    explicit ReviewSteps(std::string person) : m_person(std::move(person)) { }

    /// The reviews that say so of these results.
    std::vector<Review> decide(std::span<const SuspiciousResult> results, ReviewDecision decision,
                               const std::string &reason) const;
    /// Those that bring back what held of the same results before.
    std::vector<Review> takeBack(std::span<const SuspiciousResult> before) const;

    /// The step was stored; `before` is what held of its results.
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
