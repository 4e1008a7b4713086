// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace loupe {

/// Why an evaluation failed, in a form in which like failures are equal.
struct Failure {
    std::string kind;        ///< id of a FailureKind: "undefined_name"
    std::string fingerprint; ///< 16 hexadecimal digits over kind and summary
    std::string summary;     ///< the first cause; numbers, paths and addresses taken out
    friend bool operator==(const Failure &, const Failure &) = default;
};

} // namespace loupe
