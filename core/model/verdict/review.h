// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// A user's decision about the suspicions of an evaluation. The last of several decisions counts.
enum class ReviewDecision {
    Cleared,   ///< honest after all
    Confirmed, ///< the suspicion is correct
    Reopened,  ///< the previous decision no longer holds
};

/// One sign-off. Written once, never changed.
struct Review {
    RowId evaluation;
    ReviewDecision decision = ReviewDecision::Confirmed;
    std::string person;
    std::string reason;
    std::string decidedAt; ///< ISO 8601 UTC
    friend bool operator==(const Review &, const Review &) = default;
};

std::string_view decisionName(ReviewDecision decision); ///< "cleared", "confirmed", "reopened"
std::optional<ReviewDecision> decisionFromName(std::string_view name);

} // namespace loupe
