// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// Encodes bytes by RFC 4648, with padding and without line breaks.
std::string toBase64(std::string_view bytes);

/// Decodes a text; nothing unless it is exactly what toBase64() returns.
std::optional<std::string> fromBase64(std::string_view text);

} // namespace loupe
