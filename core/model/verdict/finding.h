// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// Severity of a finding. A proof flags the result, and so does a suspicion until a review clears
/// it. A flagged result is not counted as correct.
enum class FindingSeverity { Note, Suspicion, Proof };

/// Permitted use of a library's own operators by a candidate.
enum class LibraryPolicy {
    Pure,  ///< none: every operation is a kernel of the candidate
    Mixed, ///< together with kernels of its own
    Any,   ///< without restriction
};
std::string_view policyName(LibraryPolicy policy); ///< "pure", "mixed", "any"

/// Data that a rule examines.
enum class RuleLayer {
    Static,       ///< the source, without running it
    Runtime,      ///< activity of the device and the process
    Differential, ///< changes of the results with the inputs
    Record,       ///< imported results, compared with others
};

/// Finding of one rule about one evaluation.
struct Finding {
    std::string rule; ///< id: "framework_tampering"
    RuleLayer layer = RuleLayer::Static;
    FindingSeverity severity = FindingSeverity::Note;
    std::string message; ///< one sentence with the names or numbers that show it
    int line = 0;        ///< of the candidate's source, 1-based; 0: no single line
    friend bool operator==(const Finding &, const Finding &) = default;
};

std::string_view severityName(FindingSeverity severity); ///< "proof", "suspicion", "note"
std::string_view layerName(RuleLayer layer);             ///< "static", "runtime", …
std::optional<FindingSeverity> severityFromName(std::string_view name);
std::optional<RuleLayer> layerFromName(std::string_view name);

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
