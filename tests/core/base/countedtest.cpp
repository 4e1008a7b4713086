// SPDX-License-Identifier: Apache-2.0
#include "core/base/counted.h"

#include <cstdint>

#include <gtest/gtest.h>

namespace loupe::test {

TEST(Counted, TheNounIsSingularForOneOnly)
{
    EXPECT_EQ(counted(std::size_t{0}, "record"), "0 records");
    EXPECT_EQ(counted(std::size_t{1}, "record"), "1 record");
    EXPECT_EQ(counted(1, "failed evaluation"), "1 failed evaluation");
    EXPECT_EQ(counted(std::int64_t{12'345}, "byte"), "12\u202F345 bytes");
}

} // namespace loupe::test
