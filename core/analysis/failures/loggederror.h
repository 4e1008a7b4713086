// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/diagnostic.h"

namespace loupe {

/// Whose words an error is in.
enum class ErrorVoice { Compiler, Python, Triton, CudaRuntime, Sanitizer };

/// One error of a log. `diagnostic.message` of Python begins with the exception's type.
struct LoggedError {
    ErrorVoice voice = ErrorVoice::Compiler;
    Diagnostic diagnostic;
    /// The log ends within the traceback: the exception itself is not in it, and the message says
    /// in which package it was.
    bool isCutOff = false;
    friend bool operator==(const LoggedError &, const LoggedError &) = default;
};

} // namespace loupe
