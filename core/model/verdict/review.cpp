// SPDX-License-Identifier: Apache-2.0
#include "core/model/verdict/review.h"

namespace loupe {

std::string_view decisionName(ReviewDecision decision)
{
    switch (decision) {
    case ReviewDecision::Cleared:
        return "cleared";
    case ReviewDecision::Confirmed:
        return "confirmed";
    case ReviewDecision::Reopened:
        return "reopened";
    }
    return {};
}

std::optional<ReviewDecision> decisionFromName(std::string_view name)
{
    for (const ReviewDecision each :
         {ReviewDecision::Cleared, ReviewDecision::Confirmed, ReviewDecision::Reopened}) {
        if (decisionName(each) == name)
            return each;
    }
    return std::nullopt;
}

} // namespace loupe
