// SPDX-License-Identifier: Apache-2.0
#include "core/base/processors.h"
#include "core/engine/clocks/aheadofothers.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

Error refusal()
{
    return Error{Errc::Unsupported, "not this one"};
}

} // namespace

TEST(OneProcessor, PinsTheThreadAndBothSidesForItsLifetime)
{
    const std::vector<int> before = usableProcessorNumbers();
    std::vector<int> first;
    std::vector<int> second;
    {
        const OneProcessor one({[&](const auto &processors) -> Status {
                                    first = processors;
                                    return {};
                                },
                                [&](const auto &processors) -> Status {
                                    second = processors;
                                    return {};
                                }});
        EXPECT_EQ(one.whyNot(), "");
        EXPECT_EQ(usableProcessorNumbers().size(), 1U);
        EXPECT_EQ(first, usableProcessorNumbers());
        EXPECT_EQ(second, first);
    }
    EXPECT_EQ(usableProcessorNumbers(), before);
    EXPECT_EQ(first, before);
    EXPECT_EQ(second, before);
}

TEST(OneProcessor, RestoresAllIfOneFails)
{
    const std::vector<int> before = usableProcessorNumbers();
    std::vector<int> first;
    const OneProcessor one({[&](const auto &processors) -> Status {
                                first = processors;
                                return {};
                            },
                            [](const auto &) -> Status { return refusal(); }});
    EXPECT_EQ(one.whyNot(), "not this one");
    EXPECT_EQ(usableProcessorNumbers(), before);
    EXPECT_EQ(first, before);
}

} // namespace loupe
