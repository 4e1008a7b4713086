// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace loupe {

/// The seconds that a Retry-After asks for: a number of them, or a date (RFC 9110, IMF-fixdate);
/// a date that is past asks for none. Nothing where it is neither.
std::optional<double> retryAfterSeconds(std::string_view value,
                                        std::chrono::system_clock::time_point now);

/// How long to wait before try `failures` + 1 where the server names no time: a part, drawn between
/// 0 and 1, of a ceiling that doubles from `first` up to `most`. ("Full jitter": clients that
/// failed together do not come back together.)
double backoffSeconds(int failures, double first, double most, double part);

} // namespace loupe
