// SPDX-License-Identifier: Apache-2.0
#include "core/base/counted.h"

#include "core/base/groupeddigits.h"

#include <cstdint>

#include <fmt/format.h>

namespace loupe {

std::string counted(std::size_t count, std::string_view what)
{
    return fmt::format("{} {}{}", groupedDigits(static_cast<std::int64_t>(count)), what,
                       count == 1 ? "" : "s");
}

} // namespace loupe
