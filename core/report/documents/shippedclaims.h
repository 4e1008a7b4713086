// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/report/documents/claims.h"

#include <string>
#include <vector>

namespace loupe {

/// A file of published claims that is installed with the program.
struct ShippedClaims {
    std::string name;   ///< of the suite that the claims are about
    std::string source; ///< the publication
};

/// Returns all of them by name. Fails with NotFound if they are not installed.
Result<std::vector<ShippedClaims>> shippedClaims();

/// Returns the claims of a file, or installed claims by name. Fails with NotFound if it is neither,
/// and with InvalidInput if the file has no valid claims.
Result<ClaimList> claimsNamed(const std::string &word);

} // namespace loupe
