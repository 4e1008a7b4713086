// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace loupe {

/// "18 420": a whole number with thin spaces between thousands, as people read it.
std::string groupedDigits(std::int64_t count);

} // namespace loupe
