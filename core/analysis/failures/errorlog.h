// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/failures/loggederror.h"
#include "core/model/verdict/diagnostic.h"

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Parses the errors of a log, at most 200, in log order, and marks the one to read first. Warnings
/// are excluded. Supported sources:
/// - g++, clang++, nvcc, NVRTC and the linker (compilerlog.h).
/// - Python tracebacks: chained ones start with the root cause. The location is in the candidate's
///   file if it can be told from libraries.
/// - Triton's CompilationError with its own line and column.
/// - CUDA runtime and driver errors.
/// - Address-, Thread-, Memory- and UndefinedBehaviorSanitizer, and compute-sanitizer.
std::vector<LoggedError> parseErrorLog(std::string_view log);

/// Returns the error to read first; null if there is none. Errors of sanitizers and compilers come
/// before the traceback that they caused. A traceback comes before a library's general remark.
const LoggedError *firstCause(const std::vector<LoggedError> &errors);

} // namespace loupe
