// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/report/documents/claims.h"

#include <string>
#include <vector>

namespace loupe {

/// A file of published claims that comes with the program.
struct ShippedClaims {
    std::string name;   ///< of the suite that the claims are about
    std::string source; ///< where they were published
};

/// All of them by name. NotFound where they are not installed.
Result<std::vector<ShippedClaims>> shippedClaims();

/// The claims that a word stands for: a file, or the name of claims that come with the program.
/// NotFound when it is neither, InvalidInput when the file does not hold claims.
Result<ClaimList> claimsNamed(const std::string &word);

} // namespace loupe
