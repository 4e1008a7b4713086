// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/failures/failurekind.h"

#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// The reason why a candidate failed, as text.
struct StatedCause {
    FailureKind kind = FailureKind::Unexplained;
    std::string words;
};

/// Returns the cause stated by a log or sentence outside tracebacks and compiler diagnostics, which
/// parseErrorLog() reads first. It recognises checks of suites, errors of a model's endpoint, and
/// the rest of a traceback without its beginning. `source` is the candidate's source, if known: it
/// tells a missing class from text that is not Python.
std::optional<StatedCause> statedCause(std::string_view text, std::string_view source);

} // namespace loupe
