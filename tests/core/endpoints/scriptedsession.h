// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/files.h"
#include "core/endpoints/chat/answerassembler.h"
#include "core/endpoints/chat/chatrequest.h"
#include "core/endpoints/session/asksession.h"

#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/core/endpoints/sessionfixture.h"
#include "tests/core/suites/taskfixture.h"

namespace loupe::test {

inline const std::string aKey = "sk-test-0123456789";
inline const std::string usage = R"("usage":{"prompt_tokens":5,"completion_tokens":7})";

inline std::string event(const std::string &json)
{
    return "data: " + json + "\n\n";
}

inline std::string said(const std::string &content, const std::string &finish = "stop")
{
    return event(R"({"choices":[{"delta":{"content":")" + content + R"("}}]})")
        + event(R"({"choices":[{"delta":{},"finish_reason":")" + finish + R"("}]})")
        + event("{\"choices\":[]," + usage + "}") + event("[DONE]");
}

/// Scripted answer.
struct Step {
    int status = 200;
    std::string bytes;
    WireEnd end = WireEnd::Whole;
    std::map<std::string, std::string> headers = {{"content-type", "text/event-stream"}};
    bool isHeld = false; ///< nothing more happens after the bytes
};

inline Step answered(const std::string &content = "ok")
{
    return {200, said(content)};
}

inline Step refused(int status, const std::string &body = "",
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

class SessionTest : public FolderTest
{
protected:
    void begin(const Json &changes = {})
    {
        Json json = profileJson();
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
    /// Runs until the session is idle, without waiting for real time.
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
    /// Returns every byte of every file of the spool.
    std::string everythingSpooled() const
    {
        std::string all;
        for (const auto &file : std::filesystem::directory_iterator(root() / "spool"))
            all += readFile(file.path()).value();
        return all;
    }

    TestClock m_clock;
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

} // namespace loupe::test
