// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/verdict/finding.h"

#include <span>
#include <string>

namespace loupe {

/// Rule of integrity, as a SARIF log describes it.
struct SarifRule {
    std::string id;
    FindingSeverity severity = FindingSeverity::Note; ///< maximum severity of its findings
    std::string proves;
    std::string cannotSee;
};

/// Finding about one evaluation, with its location.
struct SarifFinding {
    Finding finding;
    std::string file;       ///< path below the root of the repository; empty: unknown
    std::string evaluation; ///< its name for people: "run/method/Math/exp"
    bool isCleared = false; ///< a review accepts the evaluation
};

/// Returns findings as a SARIF 2.1.0 log, which code hosts show at the lines of the sources. Proofs
/// are errors, suspicions are warnings, and cleared suspicions are suppressed.
std::string sarifLog(std::span<const SarifRule> rules, std::span<const SarifFinding> findings);

} // namespace loupe
