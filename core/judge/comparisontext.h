// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/evaluation.h"

#include <cstdint>
#include <span>
#include <string>

namespace loupe {

// Texts about comparisons.

/// Returns "[17, 991]".
std::string placeText(std::span<const std::int64_t> index);

/// Returns six digits: "0.41".
std::string shortText(double value);

/// Returns "98304 of 4096000 elements of y differ (the last 24 of every 1000 columns), 3 of them
/// NaN or infinite, worst at [17, 991]: expected 0.41, got 3.9".
std::string differenceText(const OutputComparison &output);

/// Returns "98304 of 4096000 elements of y were never written (the last 24 of every 1000 columns)".
std::string unwrittenText(const OutputComparison &output);

} // namespace loupe
