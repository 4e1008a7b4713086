// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/failures/failurekind.h"

#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// Why a candidate failed, in words.
struct StatedCause {
    FailureKind kind = FailureKind::Unexplained;
    std::string words;
};

/// What a log or a sentence says outside tracebacks and compilers' diagnostics, which
/// parseErrorLog() reads before: the checks of suites, a model's endpoint, and what is left of a
/// traceback whose beginning was cut off. `source` is the candidate's, where it is known: it tells
/// a class that is missing from a text that is no Python.
std::optional<StatedCause> statedCause(std::string_view text, std::string_view source);

} // namespace loupe
