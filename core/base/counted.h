// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace loupe {

/// "1 task", "18 420 tasks": a count of things whose plural ends in s.
std::string counted(std::size_t count, std::string_view what);

} // namespace loupe
