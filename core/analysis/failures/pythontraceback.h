// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/failures/loggederror.h"

#include <string_view>
#include <vector>

namespace loupe {

/// The message of a CompilationError of Triton that says only where.
inline constexpr std::string_view wordlessTritonError = "CompilationError: no further words";

/// The exceptions of the tracebacks in a log, in its order: of a chained one the root cause first.
std::vector<LoggedError> parsePythonTracebacks(std::string_view log);

} // namespace loupe
