// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// RFC 4648, with padding and without line breaks.
std::string toBase64(std::string_view bytes);

/// The bytes again; nothing where the text is not exactly what toBase64() gives.
std::optional<std::string> fromBase64(std::string_view text);

} // namespace loupe
