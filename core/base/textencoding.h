// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// Reason why bytes are not UTF-8 text.
struct EncodingFault {
    std::string message; ///< "is UTF-16 text, not UTF-8", "is not UTF-8: it has the byte 0xE9"
    std::size_t at = 0;  ///< offset of the first wrong byte
};

/// Returns the first violation of UTF-8; nothing if the bytes are valid. A character truncated by
/// the end is accepted, so that the start of a file can be checked.
std::optional<EncodingFault> encodingFault(std::string_view bytes);

/// Returns the text of a Python source as UTF-8. A source that declares another encoding ("#
/// coding: latin-1") is decoded as Python does, and its declaration becomes utf-8. Any other source
/// is unchanged. InvalidInput if the text needs an unknown encoding.
Result<std::string> pythonSourceAsUtf8(std::string source);

} // namespace loupe
