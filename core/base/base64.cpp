// SPDX-License-Identifier: Apache-2.0
#include "core/base/base64.h"

#include <openssl/evp.h>

namespace loupe {

std::string toBase64(std::string_view bytes)
{
    // OpenSSL ends the text with a NUL.
    std::string out((bytes.size() + 2) / 3 * 4 + 1, '\0');
    EVP_EncodeBlock(reinterpret_cast<unsigned char *>(out.data()),
                    reinterpret_cast<const unsigned char *>(bytes.data()),
                    static_cast<int>(bytes.size()));
    out.pop_back();
    return out;
}

std::optional<std::string> fromBase64(std::string_view text)
{
    if (text.empty())
        return std::string();
    if (text.size() % 4 != 0)
        return std::nullopt;
    std::string out(text.size() / 4 * 3, '\0');
    if (EVP_DecodeBlock(reinterpret_cast<unsigned char *>(out.data()),
                        reinterpret_cast<const unsigned char *>(text.data()),
                        static_cast<int>(text.size()))
        < 0)
        return std::nullopt;
    // OpenSSL also accepts blanks and misplaced padding, and counts padding as bytes.
    out.resize(out.size() - (text.back() == '=' ? 1 : 0) - (text.ends_with("==") ? 1 : 0));
    if (toBase64(out) != text)
        return std::nullopt;
    return out;
}

} // namespace loupe
