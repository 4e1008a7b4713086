// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/judgepool.h"

#include <gtest/gtest.h>

namespace loupe {

TEST(JudgePool, WaitingEndsWithTheRun)
{
    JudgePool pool("/bin/true", {}, 1); // never asked
    const auto judge = pool.take({});
    ASSERT_TRUE(judge) << judge.error().text();
    std::stop_source source;
    source.request_stop();
    EXPECT_EQ(pool.take(source.get_token()).error().code, Errc::Cancelled);
}

} // namespace loupe
