// SPDX-License-Identifier: Apache-2.0
#include "core/base/hexadecimal.h"

#include <array>

#include <gtest/gtest.h>

namespace loupe {

TEST(Hexadecimal, HasTwoDigitsForEachByte)
{
    EXPECT_EQ(inHexadecimal(std::array{std::byte{0}, std::byte{0x0a}, std::byte{0xff}}), "000aff");
    EXPECT_EQ(inHexadecimal({}), "");
}

} // namespace loupe
