// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/verdict/errorcounts.h"

namespace loupe {

/// Returns the share of the counted mismatches in a bin; 0 if there are none.
double errorShare(const ErrorCounts &counts, int bin);
/// Returns the bin with most mismatches, the first on a tie; 0 if there are none.
int commonestErrorBin(const ErrorCounts &counts);

} // namespace loupe
