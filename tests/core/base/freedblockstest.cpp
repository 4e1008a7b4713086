// SPDX-License-Identifier: Apache-2.0
#include "core/base/freedblocks.h"

#include <memory>

#include <gtest/gtest.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace loupe::test {

TEST(FreedBlocks, AreReturnedAlsoAfterLargerOnes)
{
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    returnFreedBlocks();
    const auto blocksOfTheirOwn = [] { return mallinfo2().hblks; };
    // Without the call, freeing the larger block would raise the limit above the smaller one.
    std::make_unique<char[]>(8 * returnedBlockBytes).reset();
    const auto before = blocksOfTheirOwn();
    const auto block = std::make_unique<char[]>(2 * returnedBlockBytes);
    ASSERT_NE(block, nullptr);
    EXPECT_EQ(blocksOfTheirOwn(), before + 1);
#else
    GTEST_SKIP() << "not glibc's allocator";
#endif
}

} // namespace loupe::test
