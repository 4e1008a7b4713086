// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// Why bytes are no UTF-8 text.
struct EncodingFault {
    std::string message; ///< "is UTF-16 text, not UTF-8", "is not UTF-8: it has the byte 0xE9"
    std::size_t at = 0;  ///< offset of the first byte that is wrong
};

/// Finds what keeps the bytes from being UTF-8 text; nothing where they are. A character that the
/// end cuts off is no fault, so that the beginning of a file can be checked.
std::optional<EncodingFault> encodingFault(std::string_view bytes);

} // namespace loupe
