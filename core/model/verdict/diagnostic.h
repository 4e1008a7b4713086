// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/enumnames.h"

#include <optional>
#include <string>
#include <string_view>

namespace loupe {

enum class Severity { Note, Warning, Error };

inline constexpr EnumNames<3> severityWords{"note", "warning", "error"};
inline std::string_view severityWord(Severity severity)
{
    return nameAmong(severityWords, severity);
}
inline std::optional<Severity> severityFromWord(std::string_view word)
{
    return valueAmong<Severity>(severityWords, word);
}

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

/// Cause of an evaluation's failure, in a form in which similar failures are equal.
struct Failure {
    std::string kind;        ///< id of a FailureKind: "undefined_name"
    std::string fingerprint; ///< 16 hexadecimal digits over kind and summary
    std::string summary;     ///< the first cause, without numbers, paths and addresses
    friend bool operator==(const Failure &, const Failure &) = default;
};

} // namespace loupe
