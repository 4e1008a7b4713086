// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/aheadofothers.h"

#include <gtest/gtest.h>

namespace loupe {

TEST(AheadOfOthers, ReportsTheFirstFailureAndSkipsTheRest)
{
    int asked = 0;
    const auto allowed = [&asked]() -> Status {
        ++asked;
        return {};
    };
    const auto refused = []() -> Status { return Error{Errc::Environment, "not this one"}; };
    const ThreadAhead thread; // shows whether this machine permits it
    const AheadOfOthers both{allowed, allowed};
    if (!thread.status()) {
        EXPECT_EQ(both.whyNot(), thread.status().error().message);
        EXPECT_EQ(asked, 0);
        return;
    }
    EXPECT_EQ(both.whyNot(), "");
    EXPECT_EQ(asked, 2);
    EXPECT_EQ(AheadOfOthers({refused, allowed}).whyNot(), "not this one");
    EXPECT_EQ(asked, 2);
}

} // namespace loupe
