// SPDX-License-Identifier: Apache-2.0
#include "core/base/clock.h"
#include "core/endpoints/client/asker.h"
#include "core/endpoints/session/asksession.h"
#include "core/endpoints/session/cassettetransport.h"

#include <deque>
#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

/// Clock that moves only on demand, so that waits of a replay take no time.
class MovedClock final : public Clock
{
public:
    std::chrono::steady_clock::time_point steadyNow() const override { return m_start + m_moved; }
    std::chrono::system_clock::time_point wallNow() const override
    {
        return m_wallStart
            + std::chrono::duration_cast<std::chrono::system_clock::duration>(m_moved);
    }
    void moveTo(std::chrono::steady_clock::time_point time) { m_moved = time - m_start; }

private:
    std::chrono::steady_clock::time_point m_start = systemClock().steadyNow();
    std::chrono::system_clock::time_point m_wallStart = systemClock().wallNow();
    std::chrono::steady_clock::duration m_moved{};
};

class ReplayAsker final : public Asker
{
public:
    ReplayAsker(Cassette cassette, const AskerRequest &request, bool isExact,
                std::unique_ptr<SpoolWriter> spool, std::unique_ptr<MovedClock> clock)
        : m_clock(std::move(clock))
        , m_spool(std::move(spool))
        , m_transport(std::move(cassette), isExact,
                      [this](const std::string &uuid, const std::string &text) {
                          AskEvent event;
                          event.uuid = uuid;
                          event.text = text;
                          m_events.push_back(std::move(event));
                      })
        , m_session(request.profile,
                    {*m_clock, [] { return 0.0; }, newUuid, *m_spool, m_transport, m_redactor,
                     nullptr, [this](const AskEvent &event) { m_events.push_back(event); }},
                    request.tokensPerByte)
    {
        for (const SpentBefore &before : request.spent)
            m_session.addSpent(before);
    }

    Status ask(const Ask &ask) override
    {
        m_session.add(ask);
        return {};
    }
    Status cancel(const std::string &uuid) override
    {
        m_session.cancel(uuid);
        return {};
    }
    Status stop() override
    {
        m_session.stop();
        return {};
    }

    Result<std::optional<AskEvent>> next(std::chrono::milliseconds /*wait*/,
                                         const std::stop_token &stop) override
    {
        while (m_events.empty() && !m_session.isIdle() && !stop.stop_requested()) {
            const auto wake = m_session.tick();
            if (m_transport.deliver(m_session) || !m_events.empty())
                continue;
            if (!wake)
                break;
            m_clock->moveTo(*wake);
        }
        if (m_events.empty())
            return std::optional<AskEvent>();
        AskEvent event = std::move(m_events.front());
        m_events.pop_front();
        return std::optional(std::move(event));
    }

private:
    std::unique_ptr<MovedClock> m_clock;
    std::unique_ptr<SpoolWriter> m_spool;
    Secret m_noKey;
    Redactor m_redactor{m_noKey};
    std::deque<AskEvent> m_events;
    CassetteTransport m_transport;
    AskSession m_session;
};

} // namespace

Result<std::unique_ptr<Asker>> startReplay(const fs::path &cassette, const AskerRequest &request,
                                           bool isExact)
{
    auto recorded = Cassette::read(cassette);
    if (!recorded)
        return recorded.error();
    auto clock = std::make_unique<MovedClock>();
    auto spool = SpoolWriter::open(request.spool, *clock);
    if (!spool)
        return spool.error();
    return std::unique_ptr<Asker>(std::make_unique<ReplayAsker>(
        std::move(*recorded), request, isExact, std::move(*spool), std::move(clock)));
}

} // namespace loupe
