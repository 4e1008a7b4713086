// SPDX-License-Identifier: Apache-2.0
#include "core/base/asciicase.h"

#include <gtest/gtest.h>

namespace loupe {

TEST(AsciiCase, OnlyAsciiLettersAreLowered)
{
    EXPECT_EQ(lowered("GEMM_v2.JSON [@`{]"), "gemm_v2.json [@`{]");
    EXPECT_EQ(lowered("Größe ÄÖÜ"), "größe ÄÖÜ") << "bytes of UTF-8 stay, in every locale";
    EXPECT_EQ(lowered(""), "");
    static_assert(lowered('Z') == 'z' && lowered('[') == '[' && lowered('a') == 'a');
}

} // namespace loupe
