// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// Lower-case hexadecimal SHA-256 of the bytes (64 characters).
std::string sha256Hex(std::string_view bytes);

/// SHA-256 of the bytes, as 32 bytes.
std::string sha256Bytes(std::string_view bytes);

/// Lower-case hexadecimal MD5 of the bytes (32 characters): only to compare with what other tools
/// state, never to protect anything.
std::string md5Hex(std::string_view bytes);

/// `count` random bytes from the operating system, as lower-case hexadecimal.
std::string randomHex(int count);

} // namespace loupe
