// SPDX-License-Identifier: Apache-2.0
#include "core/base/digest.h"

#include "core/base/hexadecimal.h"

#include <array>
#include <cstdlib>
#include <span>

#include <openssl/evp.h>
#include <sys/random.h>

namespace loupe {

std::string sha256Bytes(std::string_view bytes)
{
    // EVP_sha256() would look the algorithm up at every call.
    static EVP_MD *const algorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
    std::string digest(EVP_MAX_MD_SIZE, '\0');
    unsigned int length = 0;
    EVP_Digest(bytes.data(), bytes.size(), reinterpret_cast<unsigned char *>(digest.data()),
               &length, algorithm, nullptr);
    digest.resize(length);
    return digest;
}

std::string sha256Hex(std::string_view bytes)
{
    const std::string digest = sha256Bytes(bytes);
    return inHexadecimal(std::as_bytes(std::span(digest)));
}

std::string md5Hex(std::string_view bytes)
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int length = 0;
    EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, EVP_md5(), nullptr);
    return inHexadecimal(std::as_bytes(std::span(digest).first(length)));
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
    return inHexadecimal(std::as_bytes(std::span(bytes)));
}

} // namespace loupe
