// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/verdict/diagnostic.h"

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

} // namespace loupe
