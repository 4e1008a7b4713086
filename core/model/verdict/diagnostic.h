// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace loupe {

enum class Severity { Note, Warning, Error };

/// One message of a compiler or run time, with its location in the candidate.
struct Diagnostic {
    Severity severity = Severity::Error;
    std::string file; ///< "candidate.cpp"; empty if it has no location
    int line = 0;     ///< 1-based; 0 = unknown
    int column = 0;   ///< 1-based; 0 = unknown
    std::string message;
    bool isFirstCause = false; ///< the message to read first

    friend bool operator==(const Diagnostic &, const Diagnostic &) = default;
};

} // namespace loupe
