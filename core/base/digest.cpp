// SPDX-License-Identifier: Apache-2.0
#include "core/base/digest.h"

#include <array>
#include <cstdlib>

#include <openssl/evp.h>
#include <sys/random.h>

namespace loupe {

namespace {
std::string hex(const unsigned char *bytes, std::size_t count)
{
    static constexpr char digits[] = "0123456789abcdef";
    std::string out;
    out.reserve(count * 2);
    for (std::size_t i = 0; i < count; ++i) {
        out += digits[bytes[i] >> 4];
        out += digits[bytes[i] & 15];
    }
    return out;
}
} // namespace

std::string sha256Hex(std::string_view bytes)
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int length = 0;
    EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, EVP_sha256(), nullptr);
    return hex(digest.data(), length);
}

std::string md5Hex(std::string_view bytes)
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int length = 0;
    EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, EVP_md5(), nullptr);
    return hex(digest.data(), length);
}

std::string randomHex(int count)
{
    std::string bytes(static_cast<std::size_t>(count), '\0');
    std::size_t have = 0;
    while (have < bytes.size()) {
        const ssize_t got = getrandom(bytes.data() + have, bytes.size() - have, 0);
        if (got > 0)
            have += static_cast<std::size_t>(got);
    }
    return hex(reinterpret_cast<const unsigned char *>(bytes.data()), bytes.size());
}

} // namespace loupe
