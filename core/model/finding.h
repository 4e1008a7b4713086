// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// How much a finding weighs. Only a proof speaks for itself: a suspicion is for a person to look
/// at, and stays outside headline numbers until one has.
enum class FindingSeverity { Note, Suspicion, Proof };

/// How much of a library's own operators a candidate may use.
enum class LibraryPolicy {
    Pure,  ///< none: every operation is a kernel of the candidate
    Mixed, ///< beside kernels of its own
    Any,   ///< as it likes
};
std::string_view policyName(LibraryPolicy policy); ///< "pure", "mixed", "any"

/// What a rule looked at.
enum class RuleLayer {
    Static,       ///< the source, never run
    Runtime,      ///< what the device and the process did
    Differential, ///< how results change with what is given
    Record,       ///< imported results, beside others
};

/// What one rule found about one evaluation.
struct Finding {
    std::string rule; ///< id: "framework_tampering"
    RuleLayer layer = RuleLayer::Static;
    FindingSeverity severity = FindingSeverity::Note;
    std::string message; ///< one sentence with the names or numbers that show it
    int line = 0;        ///< of the candidate's source, 1-based; 0: no single one
    friend bool operator==(const Finding &, const Finding &) = default;
};

std::string_view severityName(FindingSeverity severity); ///< "proof", "suspicion", "note"
std::string_view layerName(RuleLayer layer);             ///< "static", "runtime", …
std::optional<FindingSeverity> severityFromName(std::string_view name);
std::optional<RuleLayer> layerFromName(std::string_view name);

} // namespace loupe
