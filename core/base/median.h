// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace loupe {

/// The middle value; of an even number the mean of the two in the middle; 0 of none. No value may
/// be not a number.
double medianOf(std::span<const double> values);

/// The same without a copy: `values` are put in another order.
double medianInPlace(std::span<double> values);

} // namespace loupe
