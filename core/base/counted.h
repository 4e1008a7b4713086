// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace loupe {

/// Formats "1 task", "18 420 tasks"; the plural of `what` must end in s.
std::string counted(std::size_t count, std::string_view what);

} // namespace loupe
