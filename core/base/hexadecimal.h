// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace loupe {

/// Two lower-case digits for each byte.
std::string inHexadecimal(std::span<const std::byte> bytes);

} // namespace loupe
