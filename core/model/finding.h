// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace loupe {

/// How much a finding weighs. Only a proof speaks for itself: a suspicion is for a person to look
/// at, and stays outside headline numbers until one has.
enum class Severity { Note, Suspicion, Proof };

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
    Severity severity = Severity::Note;
    std::string message; ///< one sentence with the names or numbers that show it
    int line = 0;        ///< of the candidate's source, 1-based; 0: no single one
    friend bool operator==(const Finding &, const Finding &) = default;
};

} // namespace loupe
