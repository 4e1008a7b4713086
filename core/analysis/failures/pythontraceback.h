// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/failures/loggederror.h"

#include <string_view>
#include <vector>

namespace loupe {

/// Message of a Triton CompilationError that has only a location.
inline constexpr std::string_view wordlessTritonError = "CompilationError: no further words";

/// Parses the exceptions of the tracebacks in a log, in log order; a chained one starts with its
/// root cause.
std::vector<LoggedError> parsePythonTracebacks(std::string_view log);

} // namespace loupe
