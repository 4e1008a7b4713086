// SPDX-License-Identifier: Apache-2.0
//
// Tests what a session reports and stores while an answer arrives.
#include "tests/core/endpoints/scriptedsession.h"

namespace loupe::test {

TEST_F(SessionTest, SpoolsAnAnswerBeforeReportingIt)
{
    begin();
    ask("u1");
    run();
    const AskEvent event = only(AskEvent::Kind::Answered);
    EXPECT_EQ(event.uuid, "u1");
    EXPECT_EQ(event.answer.finishReason, "stop");
    EXPECT_EQ(event.answer.usage.output, 7);
    EXPECT_EQ(event.spent, (Cost{1, 5, 7, {}}));
    EXPECT_EQ(event.reserved, Cost());
    const SpooledAnswer answer = spooled("u1");
    EXPECT_EQ(answer.raw, said("ok"));
    EXPECT_EQ(answer.end->state, "answered");
    EXPECT_EQ(answer.request.body, m_transport.sent[0].body);
    EXPECT_EQ(only(AskEvent::Kind::Sent).reserved, (Cost{1, 64 + 5, 100, {}}));
}

TEST_F(SessionTest, RemovesAKeyInAnAnswer)
{
    begin();
    m_transport.script = {answered("Bearer " + aKey)};
    ask("u1");
    run();
    EXPECT_EQ(only(AskEvent::Kind::Answered).answer.contentBytes, 25) << "the answer stays usable";
    EXPECT_EQ(everythingSpooled().find(aKey), std::string::npos);
    EXPECT_NE(everythingSpooled().find("[key]"), std::string::npos);
}

TEST_F(SessionTest, RedactsAKeySplitAcrossEvents)
{
    const auto delta = [](const std::string &text) {
        return event(R"({"choices":[{"delta":{"content":")" + text + "\"}}]}");
    };
    std::string inPieces;
    for (const char each : aKey)
        inPieces += delta(std::string(1, each));
    for (const std::string &bytes : {inPieces, delta("\\u0073k-test-0123456789"),
                                     event(R"({"error":{"message":"sk\u002dtest-0123456789"}})")}) {
        m_events.clear();
        m_session.reset();
        m_spool.reset();
        std::filesystem::remove_all(root() / "spool");
        begin();
        m_transport.script = {{200, bytes + said("more")}};
        ask("u1");
        run();
        EXPECT_EQ(only(AskEvent::Kind::Failed).failure, FailureClass::Lane);
        EXPECT_TRUE(spooled("u1").end->isWithheld);
        EXPECT_EQ(spooled("u1").raw, "");
        for (const AskEvent &each : m_events)
            EXPECT_EQ(fieldsToJson(each).dump().find("test-012345"), std::string::npos);
    }
}

TEST_F(SessionTest, StopKeepsReceivedBytes)
{
    begin();
    Step open{200, said("ok").substr(0, 30)};
    open.isHeld = true;
    m_transport.script = {open};
    ask("u1");
    ask("u2", "t", 1);
    m_session->tick();
    m_transport.deliver(*m_session);
    m_session->stop();
    EXPECT_TRUE(m_session->isIdle());
    EXPECT_EQ(eventsOf(AskEvent::Kind::Failed).size(), 2U);
    EXPECT_EQ(m_events.back().kind, AskEvent::Kind::Stopped);
    EXPECT_EQ(m_events.back().spent.requests, 1) << "it may have been billed";
    EXPECT_EQ(spooled("u1").end->state, "unknown");
    EXPECT_EQ(spooled("u1").raw.size(), 30U);
}

TEST_F(SessionTest, ReportsPartialTextAtALimitedRate)
{
    begin();
    Step open{200, ""};
    open.isHeld = true;
    m_transport.script = {open};
    ask("u1");
    m_session->tick();
    m_transport.deliver(*m_session);
    std::string told;
    for (int i = 0; i < 100; ++i) {
        m_clock.move(0.01);
        m_session->onBytes("u1", event(R"({"choices":[{"delta":{"content":"ü"}}]})"));
        m_session->tick();
    }
    const auto deltas = eventsOf(AskEvent::Kind::Delta);
    EXPECT_LE(deltas.size(), 4U);
    EXPECT_GE(deltas.size(), 3U);
    for (const AskEvent &each : deltas)
        told += each.text;
    EXPECT_EQ(told.size() % 2, 0U);
    EXPECT_GE(told.size(), 150U);
}

} // namespace loupe::test
