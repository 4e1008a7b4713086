// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace loupe::ui {

/// Point of a text that stays in place if another font makes it narrower.
enum class TextAnchor : std::uint8_t { Left, Middle, Right };

} // namespace loupe::ui
