// SPDX-License-Identifier: Apache-2.0
#include "core/base/hexadecimal.h"

namespace loupe {

std::string inHexadecimal(std::span<const std::byte> bytes)
{
    static constexpr char digits[] = "0123456789abcdef";
    std::string out;
    out.reserve(bytes.size() * 2);
    for (const std::byte each : bytes) {
        out += digits[std::to_integer<unsigned>(each) >> 4U];
        out += digits[std::to_integer<unsigned>(each) & 15U];
    }
    return out;
}

} // namespace loupe
