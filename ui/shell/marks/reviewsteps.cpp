// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/marks/reviewsteps.h"

#include "core/base/clock.h"

#include <utility>

namespace loupe::ui {

Review ReviewSteps::reviewOf(RowId evaluation, ReviewDecision decision, std::string reason) const
{
    return {evaluation, decision, m_person, std::move(reason), isoTime(systemClock().wallNow())};
}

std::vector<Review> ReviewSteps::decide(std::span<const SuspiciousResult> results,
                                        ReviewDecision decision, const std::string &reason) const
{
    std::vector<Review> out;
    for (const SuspiciousResult &result : results)
        out.push_back(reviewOf(result.row.id, decision, reason));
    return out;
}

std::vector<Review> ReviewSteps::takeBack(std::span<const SuspiciousResult> before) const
{
    std::vector<Review> out;
    for (const SuspiciousResult &result : before) {
        if (result.review)
            out.push_back(reviewOf(result.row.id, result.review->decision,
                                   "undone; restored: " + result.review->reason));
        else
            out.push_back(reviewOf(result.row.id, ReviewDecision::Reopened, "undone"));
    }
    return out;
}

} // namespace loupe::ui
