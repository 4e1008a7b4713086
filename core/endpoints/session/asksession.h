// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/endpoints/pace/ledger.h"
#include "core/endpoints/pace/ratewindow.h"
#include "core/endpoints/profile/profile.h"
#include "core/endpoints/profile/redactor.h"
#include "core/endpoints/session/askmessages.h"
#include "core/endpoints/session/opentry.h"
#include "core/endpoints/session/transport.h"
#include "core/endpoints/spool/cassette.h"
#include "core/endpoints/spool/spoolwriter.h"

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace loupe {

/// Dependencies of a session; all of them must outlive it.
struct SessionTools {
    const Clock &clock;
    std::function<double()> chance;       ///< random number in [0, 1)
    std::function<std::string()> newUuid; ///< returns a new uuid on each call
    SpoolWriter &spool;
    Transport &transport;
    const Redactor &redactor;
    CassetteWriter *cassette = nullptr; ///< null: nothing is recorded
    std::function<void(const AskEvent &)> tell;
};

/// Sends requests within the concurrency, rates and budget of a profile, retries temporary
/// failures, and saves every received byte. Used from one thread. Nothing here blocks: tick()
/// returns the time of its next call.
class AskSession final : public TransportEvents
{
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    AskSession(Profile profile, SessionTools tools, double tokensPerByte = 1);

    void addSpent(const SpentBefore &before) { m_ledger.addSpent(before.place, before.cost); }
    void add(Ask ask);
    /// Cancels a request. The part of its answer received so far is in the spool.
    void cancel(const std::string &ask);
    /// Cancels all requests; Stopped is the last event.
    void stop();
    /// Does all due work. Returns the latest time of the next call; nothing if only input can cause
    /// more work.
    std::optional<TimePoint> tick();
    bool isIdle() const { return m_waiting.empty() && m_open.empty(); }

    void onHead(const std::string &uuid, AnswerHead head) override;
    void onBytes(const std::string &uuid, std::string_view bytes) override;
    void onEnd(const std::string &uuid, WireEnd end, const std::string &text) override;

private:
    void giveUpLateOnes(TimePoint now);
    void sendWhatMay(TimePoint now);
    bool mayLeave(const WaitingAsk &ask, TimePoint now);
    void send(WaitingAsk ask, TimePoint now);
    std::optional<AskFailure> reasonNotToSend(const std::string &uuid, const WaitingAsk &ask,
                                              const RequestKey &place, TimePoint now);
    bool planned(const std::string &uuid, const WaitingAsk &ask, const RequestKey &place);
    void keepBytes(OpenTry &open, std::string_view clean, TimePoint now);
    void endTry(const std::string &uuid, WireEnd wire, const std::string &text);
    void settle(const OpenTry &open, const TryOutcome &outcome);
    void writeEnd(const OpenTry &open, const TryOutcome &outcome, const AskFailure *cancelled);
    void tellAnswered(const OpenTry &open);
    void tellFailed(const OpenTry &open, const TryOutcome &outcome);
    void checkItsWord(const OpenTry &open);
    std::optional<double> waitBeforeNext(const OpenTry &open, const TryOutcome &outcome,
                                         WaitingAsk &next);
    void failFinally(const WaitingAsk &ask, const AskFailure &failure);
    void cancelOpen(const std::string &uuid);
    void close(AskFailure failure);
    void note(const std::string &ask, std::string text);
    void spoolFailed(const Status &status);
    void wakeAt(TimePoint time);
    AskEvent about(const WaitingAsk &ask, AskEvent::Kind kind) const;

    Profile m_profile;
    SessionTools m_tools;
    double m_tokensPerByte;
    Ledger m_ledger;
    RateWindow m_requests;
    RateWindow m_tokens;
    TimePoint m_began;
    std::deque<WaitingAsk> m_waiting;
    std::map<std::string, OpenTry> m_open;
    TimePoint m_pausedUntil;
    std::optional<AskFailure> m_closed; ///< reason why nothing more is sent
    std::optional<TimePoint> m_wake;
};

} // namespace loupe
