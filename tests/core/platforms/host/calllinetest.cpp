// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/host/callline.h"

#include "core/platforms/host/callrange.h"
#include "core/platforms/host/resultglimpse.h"

#include <thread>

#include <gtest/gtest.h>

namespace loupe {

using namespace std::chrono_literals;

TEST(CallLines, WordContainsKindAndTicket)
{
    for (const LineRequest kind : {LineRequest::Calls, LineRequest::Pause, LineRequest::Talk}) {
        const std::uint32_t word = lineWord(kind, 0xFFFFFFFF);
        EXPECT_EQ(lineKind(word), kind);
        EXPECT_EQ(word & lineDetails, 0U);
    }
    EXPECT_NE(lineWord(LineRequest::Calls, 1), lineWord(LineRequest::Calls, 2));
}

TEST(CallLines, CarryRequestsAndAnswersBetweenThreads)
{
    CallLine line;
    std::jthread subject([&line] {
        std::uint32_t last = 0;
        for (;;) {
            last = awaitRequest(line, last);
            if (lineKind(last) == LineRequest::Talk)
                return;
            if (lineKind(last) == LineRequest::Pause)
                std::this_thread::sleep_for(5ms); // both sides go to sleep
            postAnswer(line, last);
        }
    });
    for (std::uint32_t ticket = 1; ticket < 60; ++ticket) {
        const bool rests = ticket % 20 == 0;
        const std::uint32_t before = line.answer;
        const std::uint32_t word
            = lineWord(rests ? LineRequest::Pause : LineRequest::Calls, ticket);
        if (ticket % 30 == 0)
            std::this_thread::sleep_for(5ms);
        postRequest(line, word);
        ASSERT_TRUE(awaitAnswer(line, before, 60s));
        EXPECT_EQ(line.answer, word);
    }
    postRequest(line, lineWord(LineRequest::Talk, 77));
}

TEST(CallLines, WaitEndsAtItsTimeout)
{
    CallLine line;
    EXPECT_FALSE(awaitAnswer(line, 0, 2ms));
}

TEST(CallRanges, WrapAroundTheSlots)
{
    const CallRange round{2, 4};
    EXPECT_EQ(round.slot(0, 3), 2U);
    EXPECT_EQ(round.slot(1, 3), 0U);
    EXPECT_EQ(round.slot(3, 3), 2U);
}

TEST(ResultGlimpses, MatchTheWrittenBlock)
{
    EXPECT_EQ(writtenTensors({2, 2}, 3, 2), (std::vector<std::size_t>{4, 5, 0, 1}));
    EXPECT_EQ(writtenTensors({0, 9}, 2, 1), (std::vector<std::size_t>{0, 1}));
}

TEST(ResultGlimpses, DetectLateWrites)
{
    std::mt19937_64 random(1);
    auto result = TensorArena::create(
        std::vector<TensorSpec>{{"y", DType::Float32, {1000}}, {"z", DType::Int8, {3}}});
    ASSERT_TRUE(result);
    result->poison();
    ResultGlimpse glimpse;
    const std::vector<std::size_t> both{0, 1};
    glimpse.choose(*result, both, random);
    glimpse.take();
    EXPECT_TRUE(glimpse.stillHolds());
    std::ranges::fill(result->bytes(0), std::byte{1});
    EXPECT_FALSE(glimpse.stillHolds());
    glimpse.take();
    EXPECT_TRUE(glimpse.stillHolds());
}

TEST(ResultGlimpses, SampleMostlyNearTheEnd)
{
    constexpr std::size_t slotCount = 8;
    std::mt19937_64 random(3);
    const std::vector<TensorSpec> specs(slotCount, {"y", DType::Float32, {1000}});
    auto results = TensorArena::create(specs);
    ASSERT_TRUE(results);
    results->poison();
    const std::vector<std::size_t> order{5, 6, 7, 0, 1, 2, 3, 4}; // a block that began at slot 5
    int noticed = 0;
    for (int i = 0; i < 100; ++i) {
        ResultGlimpse glimpse;
        glimpse.choose(*results, order, random);
        glimpse.take();
        for (std::byte &byte : results->bytes(4).last(2000))
            byte ^= std::byte{1};
        noticed += glimpse.stillHolds() ? 0 : 1;
    }
    EXPECT_EQ(noticed, 100); // twelve positions are in the last result, half of it changed
}

TEST(ResultGlimpses, SampleEveryTensorAndEmptyOnes)
{
    std::mt19937_64 random(2);
    auto small = TensorArena::create(std::vector<TensorSpec>{{"z", DType::Int8, {3}}});
    auto none = TensorArena::create(std::vector<TensorSpec>{{"z", DType::Float32, {0}}});
    ASSERT_TRUE(small && none);
    ResultGlimpse glimpse;
    const std::vector<std::size_t> first{0};
    glimpse.choose(*small, first, random);
    glimpse.take();
    small->bytes(0)[2] ^= std::byte{1};
    EXPECT_FALSE(glimpse.stillHolds());
    glimpse.choose(*none, first, random);
    glimpse.take();
    EXPECT_TRUE(glimpse.stillHolds());
}

} // namespace loupe
