// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace loupe {

/// Cause of an evaluation's failure, in a form in which similar failures are equal.
struct Failure {
    std::string kind;        ///< id of a FailureKind: "undefined_name"
    std::string fingerprint; ///< 16 hexadecimal digits over kind and summary
    std::string summary;     ///< the first cause, without numbers, paths and addresses
    friend bool operator==(const Failure &, const Failure &) = default;
};

} // namespace loupe
