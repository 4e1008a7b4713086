// SPDX-License-Identifier: Apache-2.0
#include "core/base/digest.h"
#include "core/endpoints/chat/chatrequest.h"
#include "core/endpoints/client/endpointcheck.h"
#include "core/endpoints/session/cassettetransport.h"
#include "core/endpoints/spool/cassette.h"

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/core/endpoints/sessionfixture.h"
#include "tests/core/suites/taskfixture.h"

namespace loupe {

namespace {

const std::string answerText
    = "data: {\"model\":\"m\",\"choices\":[{\"delta\":{\"content\":\"kept\"},\"finish_reason\":"
      "\"stop\"}]}\n\ndata: "
      "{\"choices\":[],\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":7}}"
      "\n\n";

class ReplayTest : public test::FolderTest
{
protected:
    void SetUp() override
    {
        FolderTest::SetUp();
        auto profile = parseProfile(test::profileJson().dump(), "p.json");
        ASSERT_TRUE(profile) << profile.error().text();
        m_request.profile = *profile;
        m_request.spool = root() / "spool";
    }
    void
    record(const RequestKey &place, const std::string &body, int status, const std::string &bytes,
           std::map<std::string, std::string> headers = {{"content-type", "text/event-stream"}})
    {
        auto writer = CassetteWriter::open(cassette());
        ASSERT_TRUE(writer) << writer.error().text();
        ASSERT_TRUE(writer->add(
            {place, body, sha256Hex(body), {status, std::move(headers)}, {{1, bytes}}, "whole"}));
    }
    std::filesystem::path cassette() const { return root() / "c.jsonl"; }
    std::string body(const std::string &content) const
    {
        return chatBody(m_request.profile, {{"user", content}}, 0, 100);
    }
    std::unique_ptr<Asker> replay(bool isExact = false) const
    {
        auto asker = startReplay(cassette(), m_request, isExact);
        EXPECT_TRUE(asker) << asker.error().text();
        return asker ? std::move(*asker) : nullptr;
    }
    /// Collects events until there are no more.
    static std::vector<AskEvent> eventsOf(Asker &asker)
    {
        std::vector<AskEvent> events;
        for (;;) {
            auto event = asker.next(std::chrono::milliseconds(0), {});
            EXPECT_TRUE(event);
            if (!event || !*event)
                return events;
            events.push_back(std::move(**event));
        }
    }

    AskerRequest m_request;
};

/// Cancels the request in one of its callbacks.
class CancellingEvents final : public TransportEvents
{
public:
    CancellingEvents(Transport &transport, std::string callback)
        : cancelAt(std::move(callback))
        , m_transport(transport)
    {
    }
    void onHead(const std::string &uuid, AnswerHead /*head*/) override { hear("head", uuid); }
    void onBytes(const std::string &uuid, std::string_view /*bytes*/) override
    {
        hear("bytes", uuid);
    }
    void onEnd(const std::string &uuid, WireEnd /*end*/, const std::string & /*text*/) override
    {
        hear("end", uuid);
    }

    std::string cancelAt;
    std::vector<std::string> called;

private:
    void hear(const std::string &callback, const std::string &uuid)
    {
        called.push_back(callback + " " + uuid);
        if (callback == cancelAt)
            m_transport.cancel(uuid);
    }

    Transport &m_transport;
};

const RequestKey firstTry{"t", 0, 0, "start", 1};
const RequestKey secondTry{"t", 0, 0, "start", 2};

} // namespace

TEST_F(ReplayTest, ReplaysAnswersAndTriesWithoutDelay)
{
    record(firstTry, body("a"), 429, "", {{"retry-after", "250"}});
    record(secondTry, body("a"), 200, answerText);
    const auto asker = replay();
    const auto begun = std::chrono::steady_clock::now();
    ASSERT_TRUE(asker->ask({"u1", firstTry, body("a")}));
    const auto events = eventsOf(*asker);
    ASSERT_FALSE(events.empty());
    EXPECT_EQ(events.back().kind, AskEvent::Kind::Answered);
    EXPECT_EQ(events.back().attempt, 2);
    EXPECT_EQ(events.back().spent, (Cost{2, 5, 7, {}}));
    EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(200));
    const auto kept = readSpooled(m_request.spool, events.back().uuid);
    ASSERT_TRUE(kept) << kept.error().text();
    EXPECT_EQ(kept->raw, answerText);
}

TEST_F(ReplayTest, ReportsDifferencesOfAnotherBody)
{
    record(firstTry, body("took 1 ms"), 200, answerText);
    const auto asker = replay();
    ASSERT_TRUE(asker->ask({"u1", firstTry, body("took 2 ms")}));
    std::string note;
    bool isAnswered = false;
    for (const AskEvent &each : eventsOf(*asker)) {
        if (each.kind == AskEvent::Kind::Note)
            note = each.text;
        isAnswered = isAnswered || each.kind == AskEvent::Kind::Answered;
    }
    EXPECT_TRUE(isAnswered);
    EXPECT_NE(note.find("/messages/0/content was \"took 1 ms\" and is \"took 2 ms\""),
              std::string::npos)
        << note;
}

TEST_F(ReplayTest, AnExactReplayRefusesAnotherBody)
{
    record(firstTry, body("a"), 200, answerText);
    const auto asker = replay(true);
    ASSERT_TRUE(asker->ask({"u1", firstTry, body("b")}));
    const auto events = eventsOf(*asker);
    ASSERT_GE(events.size(), 2U);
    EXPECT_EQ(events[1].kind, AskEvent::Kind::Failed);
    EXPECT_EQ(events[1].failure, FailureClass::Cassette);
}

TEST_F(ReplayTest, AnswersWithoutRequestsServeLenientReplay)
{
    record(firstTry, "", 200, answerText);
    const auto asker = replay();
    ASSERT_TRUE(asker->ask({"u1", firstTry, body("whatever")}));
    const auto events = eventsOf(*asker);
    EXPECT_EQ(events.back().kind, AskEvent::Kind::Answered);
    for (const AskEvent &each : events)
        EXPECT_NE(each.kind, AskEvent::Kind::Note) << each.text;
    std::filesystem::remove_all(m_request.spool);
    const auto exact = replay(true);
    ASSERT_TRUE(exact->ask({"u1", firstTry, body("whatever")}));
    EXPECT_EQ(eventsOf(*exact).at(1).kind, AskEvent::Kind::Failed);
}

TEST_F(ReplayTest, MissingAnswerFailsOnlyItsRequest)
{
    record(firstTry, body("a"), 200, answerText);
    const auto asker = replay();
    ASSERT_TRUE(asker->ask({"u1", {"other", 0, 0, "start", 1}, body("a")}));
    ASSERT_TRUE(asker->ask({"u2", firstTry, body("a")}));
    const auto events = eventsOf(*asker);
    std::set<std::string> failed;
    std::set<std::string> answered;
    for (const AskEvent &each : events) {
        if (each.kind == AskEvent::Kind::Failed && each.isFinal)
            failed.insert(each.ask);
        if (each.kind == AskEvent::Kind::Answered)
            answered.insert(each.ask);
        EXPECT_NE(each.kind, AskEvent::Kind::Closed) << each.text;
    }
    EXPECT_EQ(failed, std::set<std::string>{"u1"});
    EXPECT_EQ(answered, std::set<std::string>{"u2"});
}

TEST_F(ReplayTest, CheckReportsTheParsedAnswer)
{
    const RequestKey place{"endpoint", 0, 0, "check", 1};
    record(place, "{}", 200, answerText);
    const auto asker = replay();
    const auto report = checkEndpoint(*asker, m_request.profile, m_request.spool, {});
    ASSERT_TRUE(report) << report.error().text();
    EXPECT_EQ(report->content, "kept");
    EXPECT_TRUE(report->answer.isStream && report->answer.hasUsage);
    EXPECT_TRUE(report->remarks.empty());
}

TEST_F(ReplayTest, ACancelledRequestGetsNoFurtherCallback)
{
    record(firstTry, body("a"), 200, answerText);
    for (const char *callback : {"head", "bytes", "end"}) {
        const auto recorded = Cassette::read(cassette());
        ASSERT_TRUE(recorded) << recorded.error().text();
        CassetteTransport transport(*recorded, true, [](const auto &, const auto &) {});
        CancellingEvents events(transport, callback);
        transport.start({"u1", firstTry, body("a")});
        transport.start({"u2", firstTry, body("a")});
        EXPECT_TRUE(transport.deliver(events));
        EXPECT_EQ(events.called.back(), std::string(callback) + " u1");
        events.called.clear();
        events.cancelAt.clear();
        EXPECT_TRUE(transport.deliver(events));
        EXPECT_EQ(events.called, (std::vector<std::string>{"head u2", "bytes u2", "end u2"}));
        EXPECT_FALSE(transport.deliver(events));
    }
}

TEST(AskerTest, UuidsAreOfVersionFour)
{
    std::set<std::string> all;
    for (int i = 0; i < 100; ++i) {
        const std::string uuid = newUuid();
        ASSERT_EQ(uuid.size(), 36U);
        EXPECT_EQ(uuid[14], '4');
        EXPECT_NE(std::string("89ab").find(uuid[19]), std::string::npos) << uuid;
        all.insert(uuid);
    }
    EXPECT_EQ(all.size(), 100U);
}

TEST(AskMessagesTest, EventsAndErrorsRoundTrip)
{
    AskEvent event;
    event.kind = AskEvent::Kind::Failed;
    event.failure = FailureClass::Budget;
    event.answer.usage.input = 7;
    event.spent = {1, 2, 3, {4}};
    AskEvent back;
    ASSERT_TRUE(readFields(fieldsToJson(event), "x", MissingFields::Refused, back));
    EXPECT_EQ(fieldsToJson(back), fieldsToJson(event));
    EXPECT_EQ(back.failure, FailureClass::Budget);
    const Error error{Errc::Environment, "a", "b", "c", {}};
    EXPECT_EQ(errorOf(refusal(error)).text(), error.text());
    EXPECT_EQ(errorOf(refusal(error)).code, Errc::Environment);
    AskHello hello;
    EXPECT_FALSE(readAskMessage(Json{{"kind", "hello"}}, hello)) << "nothing may be missing";
    EXPECT_TRUE(readAskMessage(askMessage("hello", hello), hello));
}

} // namespace loupe
