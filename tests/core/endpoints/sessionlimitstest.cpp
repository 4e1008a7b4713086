// SPDX-License-Identifier: Apache-2.0
//
// Tests that a session keeps to lanes, rates, budgets and sizes, whatever a server does.
#include "tests/core/endpoints/scriptedsession.h"

namespace loupe::test {

TEST_F(SessionTest, KeepsTheReservationWithoutUsage)
{
    begin();
    m_transport.script
        = {{200, event(R"({"choices":[{"delta":{"content":"x"},"finish_reason":"stop"}]})")}};
    ask("u1");
    run();
    EXPECT_FALSE(only(AskEvent::Kind::Answered).answer.hasUsage);
    EXPECT_EQ(only(AskEvent::Kind::Answered).spent, (Cost{1, 69, 100, {}}));
}

TEST_F(SessionTest, StopsTheLaneOfAServerThatExceedsItsLimit)
{
    begin();
    m_transport.script = {
        {200,
         event(
             R"({"choices":[{"delta":{"content":"x"},"finish_reason":"stop"}],"usage":{"prompt_tokens":5,"completion_tokens":101}})")}};
    ask("u1");
    ask("u2", "t", 1);
    run();
    EXPECT_EQ(only(AskEvent::Kind::Answered).ask, "u1") << "the answer was paid for and is kept";
    EXPECT_NE(only(AskEvent::Kind::Closed).text.find("101"), std::string::npos);
    EXPECT_EQ(lastFailure().ask, "u2");
    EXPECT_EQ(m_transport.sent.size(), 1U);
}

TEST_F(SessionTest, CutsOrEndsAnswersAboveTheLimits)
{
    begin({{"limits", {{"content_bytes", 1024}, {"raw_bytes", 100000}}}});
    m_transport.script = {answered(std::string(2000, 'x'))};
    ask("u1");
    run();
    EXPECT_TRUE(only(AskEvent::Kind::Answered).answer.isContentCut);
    EXPECT_EQ(only(AskEvent::Kind::Answered).answer.contentBytes, 1024);
    EXPECT_GT(spooled("u1").raw.size(), 2000U) << "raw is whole";
    m_transport.script = {{200, said(std::string(200000, 'x')), WireEnd::Whole}};
    ask("u2", "t", 1);
    run();
    EXPECT_EQ(lastFailure().failure, FailureClass::Request);
    EXPECT_TRUE(lastFailure().isFinal);
    EXPECT_EQ(m_transport.cancelled, (std::vector<std::string>{"u2"}));
    EXPECT_EQ(spooled("u2").raw.size(), 100000U);
}

TEST_F(SessionTest, HonoursLanesAndRates)
{
    begin({{"endpoint", {{"lanes", 2}, {"requests_per_minute", 3}}}});
    for (int i = 0; i < 7; ++i)
        ask("u" + std::to_string(i), "t", i);
    m_session->tick();
    EXPECT_EQ(eventsOf(AskEvent::Kind::Sent).size(), 2U);
    run();
    EXPECT_EQ(eventsOf(AskEvent::Kind::Answered).size(), 7U);
    EXPECT_EQ(m_clock.seconds(), 120);
}

TEST_F(SessionTest, EndpointRateLowersOurs)
{
    begin();
    Step narrow = answered();
    narrow.headers["x-ratelimit-limit-requests"] = "1";
    narrow.headers["x-ratelimit-limit-tokens"] = "-1";
    m_transport.script = {narrow};
    ask("u1");
    ask("u2", "t", 1);
    run();
    EXPECT_EQ(m_clock.seconds(), 60);
    EXPECT_EQ(eventsOf(AskEvent::Kind::Answered).front().answer.requestsPerMinute, 1);
    EXPECT_FALSE(eventsOf(AskEvent::Kind::Answered).front().answer.tokensPerMinute);
}

TEST_F(SessionTest, TheBudgetHoldsWithManyLanes)
{
    // 69 tokens in at 1000 and 100 out at 2000 picodollars: at most 269000 per request.
    begin({{"endpoint", {{"lanes", 8}}},
           {"prices", {{"input", 0.001}, {"output", 0.002}, {"date", "2026-11-25"}}},
           {"budget", {{"dollars", 1e-6}}}});
    for (int i = 0; i < 100; ++i)
        ask("u" + std::to_string(i), "t", i);
    run();
    const auto answers = eventsOf(AskEvent::Kind::Answered);
    EXPECT_GT(answers.size(), 30U);
    for (const AskEvent &each : m_events)
        EXPECT_LE(each.spent.money.pico + each.reserved.money.pico, 1'000'000);
    EXPECT_EQ(answers.back().answer.dollarsSource, "priced");
    EXPECT_EQ(lastFailure().failure, FailureClass::Budget);
    EXPECT_EQ(answers.size() + eventsOf(AskEvent::Kind::Failed).size(), 100U);
}

TEST_F(SessionTest, TimeBudgetEndsSending)
{
    begin({{"budget", {{"wall_seconds", 5}}}, {"endpoint", {{"requests_per_minute", 1}}}});
    ask("u1");
    ask("u2", "t", 1);
    run();
    EXPECT_EQ(eventsOf(AskEvent::Kind::Answered).size(), 1U);
    EXPECT_EQ(lastFailure().failure, FailureClass::Budget);
}

TEST_F(SessionTest, AFullDiskStopsBeforeTheNextRequest)
{
    begin({{"limits", {{"raw_bytes", 1 << 30}}}, {"endpoint", {{"lanes", 256}}}});
    write("spool/u1.answer", "somebody else's");
    ask("u1");
    ask("u2", "t", 1);
    run();
    EXPECT_EQ(only(AskEvent::Kind::Closed).failure, FailureClass::Disk);
    EXPECT_LE(m_transport.sent.size(), 2U);
    EXPECT_NE(only(AskEvent::Kind::Closed).text.find("u1.answer"), std::string::npos)
        << only(AskEvent::Kind::Closed).text;
}

TEST_F(SessionTest, DoesNotSendABodyWithoutOutputLimit)
{
    begin();
    m_session->add({"u1", {"t", 0, 0, "start", 1}, "{\"messages\":[]}"});
    EXPECT_EQ(only(AskEvent::Kind::Failed).failure, FailureClass::Request);
    EXPECT_TRUE(m_session->isIdle());
}

} // namespace loupe::test
