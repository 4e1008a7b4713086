// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/verdict/diagnostic.h"

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Source of an error message.
enum class ErrorVoice { Compiler, Python, Triton, CudaRuntime, Sanitizer };

/// One error of a log. `diagnostic.message` of a Python error begins with the exception's type.
struct LoggedError {
    ErrorVoice voice = ErrorVoice::Compiler;
    Diagnostic diagnostic;
    /// True if the log ends within the traceback, before the exception. The message then names the
    /// package of the last frame.
    bool isCutOff = false;
    friend bool operator==(const LoggedError &, const LoggedError &) = default;
};

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
