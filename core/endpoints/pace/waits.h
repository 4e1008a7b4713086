// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace loupe {

/// Parses Retry-After into seconds: a number, or a date (RFC 9110, IMF-fixdate); a past date is 0.
/// Returns nothing for anything else.
std::optional<double> retryAfterSeconds(std::string_view value,
                                        std::chrono::system_clock::time_point now);

/// Returns the wait in seconds after `failures` failures: `part` (0 to 1, random) of a ceiling that
/// doubles from `first` up to `most`. With this "full jitter", clients that failed together do not
/// retry together.
double backoffSeconds(int failures, double first, double most, double part);

} // namespace loupe
