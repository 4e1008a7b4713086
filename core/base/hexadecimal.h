// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace loupe {

/// Returns two lower-case digits per byte.
std::string inHexadecimal(std::span<const std::byte> bytes);

} // namespace loupe
