// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/sharedtext.h"

#include <string>
#include <string_view>

namespace loupe {

/// Returns the SHA-256 of the bytes as 64 lower-case hexadecimal digits.
std::string sha256Hex(std::string_view bytes);

/// Returns the SHA-256 of the bytes as 32 bytes.
std::string sha256Bytes(std::string_view bytes);

/// Returns the same for a large text, whose memory is given back piece by piece.
std::string sha256OfLarge(const SharedText &text);

/// Returns the MD5 of the bytes as 32 lower-case hexadecimal digits. Only for comparison with
/// values from other tools, never for security.
std::string md5Hex(std::string_view bytes);

/// Returns `count` random bytes from the operating system as lower-case hexadecimal digits.
std::string randomHex(int count);

} // namespace loupe
