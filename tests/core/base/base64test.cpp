// SPDX-License-Identifier: Apache-2.0
#include "core/base/base64.h"

#include <gtest/gtest.h>

namespace loupe {

// Vectors of RFC 4648, section 10.
TEST(Base64, MatchesRfcVectors)
{
    const std::pair<const char *, const char *> vectors[] = {{"", ""},
                                                             {"f", "Zg=="},
                                                             {"fo", "Zm8="},
                                                             {"foo", "Zm9v"},
                                                             {"foob", "Zm9vYg=="},
                                                             {"fooba", "Zm9vYmE="},
                                                             {"foobar", "Zm9vYmFy"}};
    for (const auto &[bytes, text] : vectors) {
        EXPECT_EQ(toBase64(bytes), text);
        EXPECT_EQ(fromBase64(text), bytes);
    }
}

TEST(Base64, KeepsEveryByte)
{
    std::string bytes;
    for (int i = 0; i < 256; ++i)
        bytes += static_cast<char>(i);
    EXPECT_EQ(fromBase64(toBase64(bytes)), bytes);
}

TEST(Base64, RefusesNonCanonicalText)
{
    for (const char *text :
         {"Zg", "Zg=", "Z===", "====", "Zg==\n", " Zg==", "Zh==", "Z*8=", "Zm9vZg==Zm9v"})
        EXPECT_FALSE(fromBase64(text)) << text;
}

} // namespace loupe
