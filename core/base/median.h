// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace loupe {

/// Returns the median; for an even count the mean of the middle two; 0 for an empty range. Values
/// must not be NaN.
double medianOf(std::span<const double> values);

/// Returns the same without a copy, by reordering `values`.
double medianInPlace(std::span<double> values);

} // namespace loupe
