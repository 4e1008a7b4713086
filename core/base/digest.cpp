// SPDX-License-Identifier: Apache-2.0
#include "core/base/digest.h"

#include "core/base/hexadecimal.h"

#include <array>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <span>

#include <openssl/evp.h>
#include <sys/random.h>

namespace loupe {

namespace {

EVP_MD *sha256Algorithm()
{
    // EVP_sha256() would look the algorithm up at every call.
    static EVP_MD *const algorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
    return algorithm;
}

} // namespace

std::string sha256Bytes(std::string_view bytes)
{
    std::string digest(EVP_MAX_MD_SIZE, '\0');
    unsigned int length = 0;
    EVP_Digest(bytes.data(), bytes.size(), reinterpret_cast<unsigned char *>(digest.data()),
               &length, sha256Algorithm(), nullptr);
    digest.resize(length);
    return digest;
}

std::string sha256OfLarge(const SharedText &text)
{
    constexpr std::size_t pieceBytes = std::size_t{1} << 20;
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(),
                                                                          &EVP_MD_CTX_free);
    EVP_DigestInit_ex(context.get(), sha256Algorithm(), nullptr);
    ReadingWindow window(text);
    for (std::size_t at = 0; at < text.size(); at += pieceBytes) {
        const std::string_view piece = text.view().substr(at, pieceBytes);
        EVP_DigestUpdate(context.get(), piece.data(), piece.size());
        window.advance(piece.size());
    }
    std::string digest(EVP_MAX_MD_SIZE, '\0');
    unsigned int length = 0;
    EVP_DigestFinal_ex(context.get(), reinterpret_cast<unsigned char *>(digest.data()), &length);
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
