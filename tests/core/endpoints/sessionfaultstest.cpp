// SPDX-License-Identifier: Apache-2.0
//
// Table of faults: the reaction of a session to each failure of a request. Nothing really waits,
// because the test moves the clock and scripts the answers.
#include "tests/core/endpoints/scriptedsession.h"

namespace loupe::test {

TEST_F(SessionTest, HonoursRetryAfter)
{
    struct Case {
        std::map<std::string, std::string> headers;
        double wait;
    };
    for (const auto &[headers, wait] :
         {Case{{{"retry-after", "2"}}, 2},
          Case{{{"retry-after", "Sun, 06 Nov 1994 08:49:57 GMT"}}, 20},
          Case{{}, 0.25 * 8}, // full jitter: a random part of the first wait
          Case{{{"retry-after", "9999"}}, 30}}) {
        m_events.clear();
        m_transport.sent.clear();
        m_clock = {};
        m_part = 0.25;
        m_session.reset();
        m_spool.reset();
        std::filesystem::remove_all(root() / "spool");
        begin({{"limits", {{"wait_seconds", 30}, {"backoff_seconds", 8}}}});
        m_transport.script = {refused(429, "", headers), answered()};
        ask("u1");
        run();
        EXPECT_EQ(eventsOf(AskEvent::Kind::Failed).front().waitSeconds, wait);
        EXPECT_FALSE(eventsOf(AskEvent::Kind::Failed).front().isFinal);
        EXPECT_EQ(m_clock.seconds(), wait);
        EXPECT_EQ(m_transport.sent.size(), 2U);
        EXPECT_EQ(only(AskEvent::Kind::Answered).spent.requests, 2);
        EXPECT_EQ(only(AskEvent::Kind::Answered).attempt, 2);
        EXPECT_EQ(eventsOf(AskEvent::Kind::Note).size(), wait == 30 ? 1U : 0U)
            << "a capped wait is told";
    }
}

TEST_F(SessionTest, RetryAfterDelaysAllLanes)
{
    begin({{"endpoint", {{"lanes", 2}}}});
    m_transport.script = {refused(429, "", {{"retry-after", "10"}})};
    ask("u1");
    m_session->tick();
    m_transport.deliver(*m_session);
    ask("u2");
    const auto wake = m_session->tick();
    ASSERT_TRUE(wake);
    EXPECT_FALSE(m_transport.deliver(*m_session)) << "nothing leaves before the endpoint's time";
    run();
    EXPECT_EQ(m_clock.seconds(), 10);
    EXPECT_EQ(eventsOf(AskEvent::Kind::Answered).size(), 2U);
}

TEST_F(SessionTest, PermanentFailuresCloseTheLane)
{
    for (const Step &step :
         {refused(401, "no " + aKey), refused(402), refused(403), refused(404),
          refused(429, R"({"error":{"code":"insufficient_quota","message":"pay"}})"),
          refused(302, "", {{"location", "https://evil.example/"}}),
          Step{0, "", WireEnd::NotTrusted}}) {
        m_events.clear();
        m_transport.sent.clear();
        m_session.reset();
        m_spool.reset();
        std::filesystem::remove_all(root() / "spool");
        begin();
        m_transport.script = {step};
        ask("u1");
        ask("u2", "t", 1);
        run();
        EXPECT_EQ(m_transport.sent.size(), 1U)
            << step.status << ": no second try, no second request";
        const auto failed = eventsOf(AskEvent::Kind::Failed);
        ASSERT_EQ(failed.size(), 2U);
        EXPECT_TRUE(failed[0].isFinal && failed[1].isFinal);
        EXPECT_EQ(failed[1].failure, FailureClass::Lane);
        EXPECT_EQ(only(AskEvent::Kind::Closed).failure, FailureClass::Lane);
        EXPECT_EQ(failed[0].text.find(aKey), std::string::npos) << failed[0].text;
        EXPECT_EQ(everythingSpooled().find(aKey), std::string::npos);
    }
}

TEST_F(SessionTest, FailureOfOneRequestDoesNotStopOthers)
{
    begin();
    m_transport.script = {refused(400, R"({"error":{"message":"too long"}})"), answered()};
    ask("u1");
    ask("u2", "t", 1);
    run();
    EXPECT_EQ(only(AskEvent::Kind::Failed).failure, FailureClass::Request);
    EXPECT_EQ(only(AskEvent::Kind::Answered).ask, "u2");
    EXPECT_TRUE(eventsOf(AskEvent::Kind::Closed).empty());
}

TEST_F(SessionTest, CountsTries)
{
    begin({{"limits", {{"tries", 3}}}});
    m_transport.script = {refused(500), refused(502), answered()};
    ask("u1");
    run();
    EXPECT_EQ(only(AskEvent::Kind::Answered).spent.requests, 3);
    EXPECT_EQ(spooled("u1").end->state, "failed");
    EXPECT_EQ(spooled("retry-1").request.ask, "u1");
    EXPECT_EQ(spooled("retry-2").end->state, "answered");
    EXPECT_EQ(spooled("retry-2").request.place.attempt, 3);
    m_transport.script = {refused(500), refused(500), refused(500), answered()};
    ask("u2", "t", 1);
    run();
    EXPECT_TRUE(lastFailure().isFinal);
    EXPECT_EQ(m_transport.sent.size(), 6U);
}

TEST_F(SessionTest, WaitsForALoadingServerUpToItsLimit)
{
    const Step loading = refused(503, R"({"error":{"code":503,"message":"Loading model"}})");
    begin({{"limits", {{"tries", 1}, {"start_seconds", 10}, {"backoff_seconds", 1}}}});
    m_transport.script = {loading, loading, loading, loading, answered()};
    ask("u1");
    run();
    EXPECT_EQ(only(AskEvent::Kind::Answered).attempt, 5) << "none of it counts as a try";
    m_transport.script.assign(50, loading);
    ask("u2", "t", 1);
    run();
    EXPECT_TRUE(lastFailure().isFinal);
    EXPECT_LT(m_clock.seconds(), 20);
}

TEST_F(SessionTest, RetriesATruncatedAnswerOnceAndReservesBoth)
{
    const std::string half = said("partial").substr(0, 60);
    for (const Step &cut : {Step{0, "", WireEnd::Reset}, Step{200, half, WireEnd::Reset},
                            Step{200, half, WireEnd::Whole}}) {
        m_events.clear();
        m_session.reset();
        m_spool.reset();
        std::filesystem::remove_all(root() / "spool");
        begin();
        m_transport.script = {cut, answered()};
        ask("u1");
        run();
        EXPECT_EQ(only(AskEvent::Kind::Answered).attempt, 2);
        EXPECT_EQ(only(AskEvent::Kind::Answered).spent, (Cost{2, 69 + 5, 100 + 7, {}}))
            << "nobody knows what the first came to";
        EXPECT_EQ(spooled("u1").end->state, "unknown");
        EXPECT_TRUE(spooled("u1").end->isBillingUnknown);
        EXPECT_EQ(spooled("u1").raw, cut.bytes) << "partial bytes are kept";
        m_transport.script = {cut, cut, answered()};
        ask("u2", "t", 1);
        run();
        EXPECT_TRUE(lastFailure().isFinal) << "once, and not again";
        m_transport.script.clear();
    }
}

TEST_F(SessionTest, AcceptsACompleteAnswerDespiteAReset)
{
    begin();
    m_transport.script = {{200, said("ok"), WireEnd::Reset}};
    ask("u1");
    run();
    EXPECT_EQ(only(AskEvent::Kind::Answered).answer.finishReason, "stop");
}

TEST_F(SessionTest, ErrorAfterStatus200IsNotAnAnswer)
{
    begin({{"limits", {{"tries", 1}}}});
    m_transport.script = {{200, event(R"({"error":{"code":502,"message":"upstream"}})")}};
    ask("u1");
    run();
    EXPECT_EQ(only(AskEvent::Kind::Failed).failure, FailureClass::Transient);
    EXPECT_NE(only(AskEvent::Kind::Failed).text.find("upstream"), std::string::npos);
    EXPECT_TRUE(eventsOf(AskEvent::Kind::Answered).empty());
    m_transport.script = {{200, event(R"({"error":{"code":402,"message":"credit"}})")}};
    ask("u2", "t", 1);
    run();
    EXPECT_EQ(lastFailure().failure, FailureClass::Lane);
}

TEST_F(SessionTest, MalformedStreamsFailWithTheBytePosition)
{
    begin();
    m_transport.script = {{200, event("{\"choices\":[]}") + event("{broken")}, answered()};
    ask("u1");
    run();
    EXPECT_NE(only(AskEvent::Kind::Failed).text.find("byte 22"), std::string::npos)
        << only(AskEvent::Kind::Failed).text;
    EXPECT_EQ(only(AskEvent::Kind::Answered).attempt, 2);
}

TEST_F(SessionTest, SilenceEndsOnlyItsTry)
{
    begin(
        {{"endpoint", {{"lanes", 2}}},
         {"limits", {{"idle_seconds", 20}, {"first_byte_seconds", 50}, {"total_seconds", 1000}}}});
    Step silent{200, said("ok").substr(0, 30)};
    silent.isHeld = true;
    m_transport.script = {silent, answered(), answered()};
    ask("u1");
    ask("u2", "t", 1);
    run();
    EXPECT_EQ(eventsOf(AskEvent::Kind::Answered).size(), 2U);
    EXPECT_EQ(eventsOf(AskEvent::Kind::Answered).front().ask, "u2");
    EXPECT_NE(eventsOf(AskEvent::Kind::Failed).front().text.find("20 s"), std::string::npos);
    EXPECT_EQ(spooled("u1").end->state, "unknown");
    EXPECT_GE(m_clock.seconds(), 20);
    EXPECT_LT(m_clock.seconds(), 30);
}

TEST_F(SessionTest, SlowBytesDoNotExtendTheTimeout)
{
    begin({{"limits", {{"idle_seconds", 20}}}});
    Step slow{200, ""};
    slow.isHeld = true;
    m_transport.script = {slow, answered()};
    ask("u1");
    m_session->tick();
    m_transport.deliver(*m_session);
    for (int second = 0; second < 19; ++second) {
        m_clock.move(1);
        m_session->onBytes("u1", "x");
        m_session->tick();
    }
    EXPECT_TRUE(eventsOf(AskEvent::Kind::Failed).empty());
    m_clock.move(1);
    m_session->tick();
    EXPECT_EQ(eventsOf(AskEvent::Kind::Failed).size(), 1U) << "no line was completed";
    run();
    m_transport.script = {slow};
    ask("u2", "t", 1);
    m_session->tick();
    m_transport.deliver(*m_session);
    for (int second = 0; second < 60; ++second) {
        m_clock.move(1);
        m_session->onBytes("u2", ": still here\n");
        m_session->tick();
    }
    EXPECT_EQ(eventsOf(AskEvent::Kind::Failed).size(), 1U) << "comments are signs of life";
}

TEST_F(SessionTest, EndsATryWithoutAResponseHead)
{
    begin({{"limits", {{"first_byte_seconds", 50}}}});
    Step silent{0, ""};
    silent.isHeld = true;
    m_transport.script = {silent, answered()};
    ask("u1");
    run();
    EXPECT_NE(only(AskEvent::Kind::Failed).text.find("50 s"), std::string::npos);
    EXPECT_EQ(only(AskEvent::Kind::Answered).attempt, 2);
}

} // namespace loupe::test
