// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace loupe {

/// Formats a whole number with thin spaces between thousands: "18 420".
std::string groupedDigits(std::int64_t count);

} // namespace loupe
