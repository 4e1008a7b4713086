// SPDX-License-Identifier: Apache-2.0
//
// The fault table: what a session does with each way in which a request can fail. Nothing waits:
// the clock is the test's, and answers come from a script.
#include "core/endpoints/chat/answerassembler.h"
#include "core/endpoints/chat/chatrequest.h"
#include "core/endpoints/session/asksession.h"

#include <deque>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/core/endpoints/sessionfixture.h"
#include "tests/core/suites/taskfixture.h"

namespace loupe {

namespace {

const std::string aKey = "sk-test-0123456789";
const std::string usage = R"("usage":{"prompt_tokens":5,"completion_tokens":7})";

std::string event(const std::string &json)
{
    return "data: " + json + "\n\n";
}

std::string said(const std::string &content, const std::string &finish = "stop")
{
    return event(R"({"choices":[{"delta":{"content":")" + content + R"("}}]})")
        + event(R"({"choices":[{"delta":{},"finish_reason":")" + finish + R"("}]})")
        + event("{\"choices\":[]," + usage + "}") + event("[DONE]");
}

/// One scripted answer.
struct Step {
    int status = 200;
    std::string bytes;
    WireEnd end = WireEnd::Whole;
    std::map<std::string, std::string> headers = {{"content-type", "text/event-stream"}};
    bool isHeld = false; ///< after its bytes nothing more happens
};

Step answered(const std::string &content = "ok")
{
    return {200, said(content)};
}

Step refused(int status, const std::string &body = "",
             std::map<std::string, std::string> headers = {})
{
    return {status, body, WireEnd::Whole, std::move(headers)};
}

class ScriptedTransport final : public Transport
{
public:
    void start(const WireRequest &request) override { m_started.push_back(request); }
    void cancel(const std::string &uuid) override { cancelled.push_back(uuid); }
    bool deliver(TransportEvents &events)
    {
        if (m_started.empty())
            return false;
        const WireRequest request = m_started.front();
        m_started.pop_front();
        sent.push_back(request);
        const Step step = script.empty() ? answered() : script.front();
        if (!script.empty())
            script.pop_front();
        if (step.status != 0)
            events.onHead(request.uuid, {step.status, step.headers});
        for (std::size_t at = 0; at < step.bytes.size(); at += 7)
            events.onBytes(request.uuid, std::string_view(step.bytes).substr(at, 7));
        if (!step.isHeld)
            events.onEnd(request.uuid, step.end, "as scripted");
        return true;
    }

    std::deque<Step> script;
    std::vector<WireRequest> sent;
    std::vector<std::string> cancelled;

private:
    std::deque<WireRequest> m_started;
};

class SessionTest : public test::FolderTest
{
protected:
    void begin(const Json &changes = {})
    {
        Json json = test::profileJson();
        if (!changes.is_null())
            json.merge_patch(changes);
        auto profile = parseProfile(json.dump(), "p.json");
        ASSERT_TRUE(profile) << profile.error().text();
        auto spool = SpoolWriter::open(root() / "spool", m_clock);
        ASSERT_TRUE(spool) << spool.error().text();
        m_spool = std::move(*spool);
        m_profile = *profile;
        m_session = std::make_unique<AskSession>(
            *profile,
            SessionTools{m_clock, [this] { return m_part; },
                         [this] { return "retry-" + std::to_string(++m_retries); }, *m_spool,
                         m_transport, m_redactor, nullptr,
                         [this](const AskEvent &each) { m_events.push_back(each); }});
    }
    void ask(const std::string &uuid, const std::string &task = "t", std::int64_t sample = 0)
    {
        m_session->add({uuid,
                        {task, sample, 0, "start", 1},
                        chatBody(m_profile, {{"user", "hello"}}, 0, 100)});
    }
    /// Until nothing is left to do, as fast as waits are over.
    void run()
    {
        for (int i = 0; i < 10000 && !m_session->isIdle(); ++i) {
            const auto wake = m_session->tick();
            if (m_transport.deliver(*m_session))
                continue;
            if (wake)
                m_clock.moveTo(*wake);
        }
        EXPECT_TRUE(m_session->isIdle());
    }
    std::vector<AskEvent> eventsOf(AskEvent::Kind kind) const
    {
        std::vector<AskEvent> found;
        for (const AskEvent &each : m_events) {
            if (each.kind == kind)
                found.push_back(each);
        }
        return found;
    }
    AskEvent only(AskEvent::Kind kind) const
    {
        const auto found = eventsOf(kind);
        EXPECT_EQ(found.size(), 1U) << name(kind);
        return found.empty() ? AskEvent() : found.front();
    }
    AskEvent lastFailure() const
    {
        const auto found = eventsOf(AskEvent::Kind::Failed);
        EXPECT_FALSE(found.empty());
        return found.empty() ? AskEvent() : found.back();
    }
    SpooledAnswer spooled(const std::string &uuid) const
    {
        auto answer = readSpooled(root() / "spool", uuid);
        EXPECT_TRUE(answer) << answer.error().text();
        return answer ? *answer : SpooledAnswer();
    }
    /// Every byte of every file of the spool.
    std::string everythingSpooled() const
    {
        std::string all;
        for (const auto &file : std::filesystem::directory_iterator(root() / "spool"))
            all += readFile(file.path()).value();
        return all;
    }

    test::TestClock m_clock;
    double m_part = 1;
    int m_retries = 0;
    Secret m_key{std::string_view(aKey)};
    Redactor m_redactor{m_key};
    Profile m_profile;
    std::unique_ptr<SpoolWriter> m_spool;
    ScriptedTransport m_transport;
    std::unique_ptr<AskSession> m_session;
    std::vector<AskEvent> m_events;
};

using Kind = AskEvent::Kind;

} // namespace

TEST_F(SessionTest, AnAnswerIsInTheSpoolBeforeItIsTold)
{
    begin();
    ask("u1");
    run();
    const AskEvent event = only(Kind::Answered);
    EXPECT_EQ(event.uuid, "u1");
    EXPECT_EQ(event.answer.finishReason, "stop");
    EXPECT_EQ(event.answer.usage.output, 7);
    EXPECT_EQ(event.spent, (Cost{1, 5, 7, {}}));
    EXPECT_EQ(event.reserved, Cost());
    const SpooledAnswer answer = spooled("u1");
    EXPECT_EQ(answer.raw, said("ok"));
    EXPECT_EQ(answer.end->state, "answered");
    EXPECT_EQ(answer.request.body, m_transport.sent[0].body);
    EXPECT_EQ(only(Kind::Sent).reserved, (Cost{1, 64 + 5, 100, {}}));
}

TEST_F(SessionTest, RetryAfterIsKept)
{
    struct Case {
        std::map<std::string, std::string> headers;
        double wait;
    };
    for (const auto &[headers, wait] :
         {Case{{{"retry-after", "2"}}, 2},
          Case{{{"retry-after", "Sun, 06 Nov 1994 08:49:57 GMT"}}, 20},
          Case{{}, 0.25 * 8}, // full jitter: the drawn part of the first wait
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
        EXPECT_EQ(eventsOf(Kind::Failed).front().waitSeconds, wait);
        EXPECT_FALSE(eventsOf(Kind::Failed).front().isFinal);
        EXPECT_EQ(m_clock.seconds(), wait);
        EXPECT_EQ(m_transport.sent.size(), 2U);
        EXPECT_EQ(only(Kind::Answered).spent.requests, 2);
        EXPECT_EQ(only(Kind::Answered).attempt, 2);
        EXPECT_EQ(eventsOf(Kind::Note).size(), wait == 30 ? 1U : 0U) << "a capped wait is told";
    }
}

TEST_F(SessionTest, RetryAfterHoldsBackAllLanes)
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
    EXPECT_EQ(eventsOf(Kind::Answered).size(), 2U);
}

TEST_F(SessionTest, WhatIsPermanentClosesTheLane)
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
        const auto failed = eventsOf(Kind::Failed);
        ASSERT_EQ(failed.size(), 2U);
        EXPECT_TRUE(failed[0].isFinal && failed[1].isFinal);
        EXPECT_EQ(failed[1].failure, FailureClass::Lane);
        EXPECT_EQ(only(Kind::Closed).failure, FailureClass::Lane);
        EXPECT_EQ(failed[0].text.find(aKey), std::string::npos) << failed[0].text;
        EXPECT_EQ(everythingSpooled().find(aKey), std::string::npos);
    }
}

TEST_F(SessionTest, WhatConcernsOneRequestLetsOthersGo)
{
    begin();
    m_transport.script = {refused(400, R"({"error":{"message":"too long"}})"), answered()};
    ask("u1");
    ask("u2", "t", 1);
    run();
    EXPECT_EQ(only(Kind::Failed).failure, FailureClass::Request);
    EXPECT_EQ(only(Kind::Answered).ask, "u2");
    EXPECT_TRUE(eventsOf(Kind::Closed).empty());
}

TEST_F(SessionTest, TriesAreCounted)
{
    begin({{"limits", {{"tries", 3}}}});
    m_transport.script = {refused(500), refused(502), answered()};
    ask("u1");
    run();
    EXPECT_EQ(only(Kind::Answered).spent.requests, 3);
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

TEST_F(SessionTest, AServerThatLoadsItsModelIsWaitedForUpToItsLimit)
{
    const Step loading = refused(503, R"({"error":{"code":503,"message":"Loading model"}})");
    begin({{"limits", {{"tries", 1}, {"start_seconds", 10}, {"backoff_seconds", 1}}}});
    m_transport.script = {loading, loading, loading, loading, answered()};
    ask("u1");
    run();
    EXPECT_EQ(only(Kind::Answered).attempt, 5) << "none of it counts as a try";
    m_transport.script.assign(50, loading);
    ask("u2", "t", 1);
    run();
    EXPECT_TRUE(lastFailure().isFinal);
    EXPECT_LT(m_clock.seconds(), 20);
}

TEST_F(SessionTest, WhatWasCutIsAskedAgainOnceAndBothAreReserved)
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
        EXPECT_EQ(only(Kind::Answered).attempt, 2);
        EXPECT_EQ(only(Kind::Answered).spent, (Cost{2, 69 + 5, 100 + 7, {}}))
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

TEST_F(SessionTest, ABreakAfterTheLastWordIsNoLoss)
{
    begin();
    m_transport.script = {{200, said("ok"), WireEnd::Reset}};
    ask("u1");
    run();
    EXPECT_EQ(only(Kind::Answered).answer.finishReason, "stop");
}

TEST_F(SessionTest, AnErrorAfterStatus200IsNoAnswer)
{
    begin({{"limits", {{"tries", 1}}}});
    m_transport.script = {{200, event(R"({"error":{"code":502,"message":"upstream"}})")}};
    ask("u1");
    run();
    EXPECT_EQ(only(Kind::Failed).failure, FailureClass::Transient);
    EXPECT_NE(only(Kind::Failed).text.find("upstream"), std::string::npos);
    EXPECT_TRUE(eventsOf(Kind::Answered).empty());
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
    EXPECT_NE(only(Kind::Failed).text.find("byte 22"), std::string::npos)
        << only(Kind::Failed).text;
    EXPECT_EQ(only(Kind::Answered).attempt, 2);
}

TEST_F(SessionTest, NoUsageKeepsTheReservation)
{
    begin();
    m_transport.script
        = {{200, event(R"({"choices":[{"delta":{"content":"x"},"finish_reason":"stop"}]})")}};
    ask("u1");
    run();
    EXPECT_FALSE(only(Kind::Answered).answer.hasUsage);
    EXPECT_EQ(only(Kind::Answered).spent, (Cost{1, 69, 100, {}}));
}

TEST_F(SessionTest, AServerThatExceedsTheCeilingIsNamedAndItsLaneStops)
{
    begin();
    m_transport.script = {
        {200,
         event(
             R"({"choices":[{"delta":{"content":"x"},"finish_reason":"stop"}],"usage":{"prompt_tokens":5,"completion_tokens":101}})")}};
    ask("u1");
    ask("u2", "t", 1);
    run();
    EXPECT_EQ(only(Kind::Answered).ask, "u1") << "the answer was paid for and is kept";
    EXPECT_NE(only(Kind::Closed).text.find("101"), std::string::npos);
    EXPECT_EQ(lastFailure().ask, "u2");
    EXPECT_EQ(m_transport.sent.size(), 1U);
}

TEST_F(SessionTest, AnswersAboveTheLimitsAreCutOrEnded)
{
    begin({{"limits", {{"content_bytes", 1024}, {"raw_bytes", 100000}}}});
    m_transport.script = {answered(std::string(2000, 'x'))};
    ask("u1");
    run();
    EXPECT_TRUE(only(Kind::Answered).answer.isContentCut);
    EXPECT_EQ(only(Kind::Answered).answer.contentBytes, 1024);
    EXPECT_GT(spooled("u1").raw.size(), 2000U) << "raw is whole";
    m_transport.script = {{200, said(std::string(200000, 'x')), WireEnd::Whole}};
    ask("u2", "t", 1);
    run();
    EXPECT_EQ(lastFailure().failure, FailureClass::Request);
    EXPECT_TRUE(lastFailure().isFinal);
    EXPECT_EQ(m_transport.cancelled, (std::vector<std::string>{"u2"}));
    EXPECT_EQ(spooled("u2").raw.size(), 100000U);
}

TEST_F(SessionTest, SilenceEndsATryAndNoOther)
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
    EXPECT_EQ(eventsOf(Kind::Answered).size(), 2U);
    EXPECT_EQ(eventsOf(Kind::Answered).front().ask, "u2");
    EXPECT_NE(eventsOf(Kind::Failed).front().text.find("20 s"), std::string::npos);
    EXPECT_EQ(spooled("u1").end->state, "unknown");
    EXPECT_GE(m_clock.seconds(), 20);
    EXPECT_LT(m_clock.seconds(), 30);
}

TEST_F(SessionTest, ATrickleOfBytesIsNoSignOfLife)
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
    EXPECT_TRUE(eventsOf(Kind::Failed).empty());
    m_clock.move(1);
    m_session->tick();
    EXPECT_EQ(eventsOf(Kind::Failed).size(), 1U) << "no line was completed";
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
    EXPECT_EQ(eventsOf(Kind::Failed).size(), 1U) << "comments are signs of life";
}

TEST_F(SessionTest, NoHeadInTimeEndsATry)
{
    begin({{"limits", {{"first_byte_seconds", 50}}}});
    Step silent{0, ""};
    silent.isHeld = true;
    m_transport.script = {silent, answered()};
    ask("u1");
    run();
    EXPECT_NE(only(Kind::Failed).text.find("50 s"), std::string::npos);
    EXPECT_EQ(only(Kind::Answered).attempt, 2);
}

TEST_F(SessionTest, AKeyInAnAnswerIsNowhere)
{
    begin();
    m_transport.script = {answered("Bearer " + aKey)};
    ask("u1");
    run();
    EXPECT_EQ(only(Kind::Answered).answer.contentBytes, 25) << "the answer stays usable";
    EXPECT_EQ(everythingSpooled().find(aKey), std::string::npos);
    EXPECT_NE(everythingSpooled().find("[key]"), std::string::npos);
}

TEST_F(SessionTest, AKeyThatEventsTakeApartIsWithheld)
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
        EXPECT_EQ(only(Kind::Failed).failure, FailureClass::Lane);
        EXPECT_TRUE(spooled("u1").end->isWithheld);
        EXPECT_EQ(spooled("u1").raw, "");
        for (const AskEvent &each : m_events)
            EXPECT_EQ(fieldsToJson(each).dump().find("test-012345"), std::string::npos);
    }
}

TEST_F(SessionTest, LanesAndRatesAreKept)
{
    begin({{"endpoint", {{"lanes", 2}, {"requests_per_minute", 3}}}});
    for (int i = 0; i < 7; ++i)
        ask("u" + std::to_string(i), "t", i);
    m_session->tick();
    EXPECT_EQ(eventsOf(Kind::Sent).size(), 2U);
    run();
    EXPECT_EQ(eventsOf(Kind::Answered).size(), 7U);
    EXPECT_EQ(m_clock.seconds(), 120);
}

TEST_F(SessionTest, AnEndpointsOwnRateNarrowsOurs)
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
    EXPECT_EQ(eventsOf(Kind::Answered).front().answer.requestsPerMinute, 1);
    EXPECT_FALSE(eventsOf(Kind::Answered).front().answer.tokensPerMinute);
}

TEST_F(SessionTest, TheBudgetHoldsWithManyLanes)
{
    // 69 tokens in at 1000 and 100 out at 2000 picodollars: 269000 for a request at worst.
    begin({{"endpoint", {{"lanes", 8}}},
           {"prices", {{"input", 0.001}, {"output", 0.002}, {"date", "2026-11-25"}}},
           {"budget", {{"dollars", 1e-6}}}});
    for (int i = 0; i < 100; ++i)
        ask("u" + std::to_string(i), "t", i);
    run();
    const auto answers = eventsOf(Kind::Answered);
    EXPECT_GT(answers.size(), 30U);
    for (const AskEvent &each : m_events)
        EXPECT_LE(each.spent.money.pico + each.reserved.money.pico, 1'000'000);
    EXPECT_EQ(answers.back().answer.dollarsSource, "priced");
    EXPECT_EQ(lastFailure().failure, FailureClass::Budget);
    EXPECT_EQ(answers.size() + eventsOf(Kind::Failed).size(), 100U);
}

TEST_F(SessionTest, ABudgetOfTimeEndsSending)
{
    begin({{"budget", {{"wall_seconds", 5}}}, {"endpoint", {{"requests_per_minute", 1}}}});
    ask("u1");
    ask("u2", "t", 1);
    run();
    EXPECT_EQ(eventsOf(Kind::Answered).size(), 1U);
    EXPECT_EQ(lastFailure().failure, FailureClass::Budget);
}

TEST_F(SessionTest, AFullDiskStopsBeforeTheNextRequest)
{
    begin({{"limits", {{"raw_bytes", 1 << 30}}}, {"endpoint", {{"lanes", 256}}}});
    write("spool/u1.answer", "somebody else's");
    ask("u1");
    ask("u2", "t", 1);
    run();
    EXPECT_EQ(only(Kind::Closed).failure, FailureClass::Disk);
    EXPECT_LE(m_transport.sent.size(), 2U);
    EXPECT_NE(only(Kind::Closed).text.find("u1.answer"), std::string::npos)
        << only(Kind::Closed).text;
}

TEST_F(SessionTest, StopEndsEverythingAndKeepsWhatCame)
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
    EXPECT_EQ(eventsOf(Kind::Failed).size(), 2U);
    EXPECT_EQ(m_events.back().kind, Kind::Stopped);
    EXPECT_EQ(m_events.back().spent.requests, 1) << "it may have been billed";
    EXPECT_EQ(spooled("u1").end->state, "unknown");
    EXPECT_EQ(spooled("u1").raw.size(), 30U);
}

TEST_F(SessionTest, ABodyWithoutACeilingIsNotSent)
{
    begin();
    m_session->add({"u1", {"t", 0, 0, "start", 1}, "{\"messages\":[]}"});
    EXPECT_EQ(only(Kind::Failed).failure, FailureClass::Request);
    EXPECT_TRUE(m_session->isIdle());
}

TEST_F(SessionTest, TextIsToldWhileItComesAndNotTooOften)
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
    const auto deltas = eventsOf(Kind::Delta);
    EXPECT_LE(deltas.size(), 4U);
    EXPECT_GE(deltas.size(), 3U);
    for (const AskEvent &each : deltas)
        told += each.text;
    EXPECT_EQ(told.size() % 2, 0U);
    EXPECT_GE(told.size(), 150U);
}

} // namespace loupe
