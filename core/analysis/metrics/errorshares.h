// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/errorcounts.h"

namespace loupe {

/// The share of the counted mismatches that are in a bin; 0 where nothing was counted.
double errorShare(const ErrorCounts &counts, int bin);
/// The bin with most of them, the first of several; 0 where nothing was counted.
int commonestErrorBin(const ErrorCounts &counts);

} // namespace loupe
