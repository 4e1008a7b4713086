// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/failures/loggederror.h"
#include "core/model/diagnostic.h"

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// The errors that a log tells of, in its order: g++, clang++, nvcc, NVRTC and the linker
/// (compilerlog.h); Python tracebacks, chained ones the root cause first, with the place in the
/// candidate's file where one can be told from libraries; Triton's CompilationError with its own
/// line and column; CUDA runtime and driver errors; Address-, Thread-, Memory- and
/// UndefinedBehaviorSanitizer; compute-sanitizer. The one to read first is marked. Warnings are
/// left out. At most 200.
std::vector<LoggedError> parseErrorLog(std::string_view log);

/// The error to read first; null where the log tells of none. A sanitizer's and a compiler's words
/// come before the traceback that they led to, a traceback's before the library's general remark.
const LoggedError *firstCause(const std::vector<LoggedError> &errors);

} // namespace loupe
