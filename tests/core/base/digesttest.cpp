// SPDX-License-Identifier: Apache-2.0
#include "core/base/digest.h"

#include <gtest/gtest.h>

namespace loupe::test {

// Vectors of NIST's examples for FIPS 180-4 (SHA-256, one and two blocks, long message).
TEST(Digest, PublishedVectors)
{
    EXPECT_EQ(sha256Hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(sha256Hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(sha256Hex(std::string(1'000'000, 'a')),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    EXPECT_EQ(sha256Hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(Digest, ZeroBytesCount)
{
    EXPECT_NE(sha256Hex(std::string_view("a\0b", 3)), sha256Hex("a"));
}

TEST(Digest, RandomTextIsHexadecimalAndDiffers)
{
    const std::string one = randomHex(16);
    EXPECT_EQ(one.size(), 32U);
    EXPECT_EQ(one.find_first_not_of("0123456789abcdef"), std::string::npos);
    EXPECT_NE(one, randomHex(16));
    EXPECT_EQ(randomHex(0), "");
}

} // namespace loupe::test
