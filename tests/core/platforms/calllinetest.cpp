// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/host/callline.h"

#include "core/platforms/host/resultglimpse.h"

#include <thread>

#include <gtest/gtest.h>

namespace loupe {

using namespace std::chrono_literals;

TEST(CallLines, AWordIsItsKindAndItsTicket)
{
    for (const LineRequest kind :
         {LineRequest::Call, LineRequest::Nothing, LineRequest::Pause, LineRequest::Talk}) {
        const std::uint32_t word = lineWord(kind, 0xFFFFFFFF);
        EXPECT_EQ(lineKind(word), kind);
        EXPECT_EQ(word & lineDetails, 0U);
    }
    EXPECT_NE(lineWord(LineRequest::Call, 1), lineWord(LineRequest::Call, 2));
}

TEST(CallLines, CarryRequestsAndAnswersBetweenThreads)
{
    CallLine line;
    std::jthread subject([&line] {
        std::uint32_t last = 0;
        for (bool hadToWake = false;;) {
            last = awaitRequest(line, last, !hadToWake);
            if (lineKind(last) == LineRequest::Talk)
                return;
            if (lineKind(last) == LineRequest::Pause)
                std::this_thread::sleep_for(5ms); // both sides fall asleep
            hadToWake = postAnswer(line, last);
        }
    });
    for (std::uint32_t ticket = 1; ticket < 60; ++ticket) {
        const bool rests = ticket % 20 == 0;
        const std::uint32_t before = line.answer;
        const std::uint32_t word = lineWord(rests ? LineRequest::Pause : LineRequest::Call, ticket);
        if (ticket % 30 == 0)
            std::this_thread::sleep_for(5ms);
        postRequest(line, word);
        const LineWait wait = awaitAnswer(line, before, 60s);
        ASSERT_TRUE(wait.hasAnswered);
        EXPECT_EQ(line.answer, word);
        EXPECT_TRUE(wait.hasSlept || !rests);
    }
    postRequest(line, lineWord(LineRequest::Talk, 77));
}

TEST(CallLines, WaitingEndsWithItsPatience)
{
    CallLine line;
    const LineWait wait = awaitAnswer(line, 0, 2ms);
    EXPECT_FALSE(wait.hasAnswered);
    EXPECT_TRUE(wait.hasSlept);
}

TEST(ResultGlimpses, SeeWhatIsWrittenLater)
{
    std::mt19937_64 random(1);
    auto result = TensorArena::create(
        std::vector<TensorSpec>{{"y", DType::Float32, {1000}}, {"z", DType::Int8, {3}}});
    ASSERT_TRUE(result);
    result->poison();
    ResultGlimpse glimpse;
    glimpse.choose(*result, random);
    glimpse.take();
    EXPECT_TRUE(glimpse.stillHolds());
    std::ranges::fill(result->bytes(0), std::byte{1});
    EXPECT_FALSE(glimpse.stillHolds());
    glimpse.take();
    EXPECT_TRUE(glimpse.stillHolds());
}

TEST(ResultGlimpses, LookAtEveryTensorAndAtNone)
{
    std::mt19937_64 random(2);
    auto small = TensorArena::create(std::vector<TensorSpec>{{"z", DType::Int8, {3}}});
    auto none = TensorArena::create(std::vector<TensorSpec>{{"z", DType::Float32, {0}}});
    ASSERT_TRUE(small && none);
    ResultGlimpse glimpse;
    glimpse.choose(*small, random);
    glimpse.take();
    small->bytes(0)[2] ^= std::byte{1};
    EXPECT_FALSE(glimpse.stillHolds());
    glimpse.choose(*none, random);
    glimpse.take();
    EXPECT_TRUE(glimpse.stillHolds());
}

} // namespace loupe
