// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/session/asksession.h"

#include "core/endpoints/chat/chatrequest.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr std::chrono::milliseconds lookAgain{250}; // interval for sending partial texts

Cost worstOf(const RequestBound &bound, const std::optional<Prices> &prices)
{
    Cost cost{1, bound.input, bound.output, {}};
    if (prices)
        cost.money = prices->input * bound.input + prices->output * bound.output;
    return cost;
}

} // namespace

AskSession::AskSession(Profile profile, SessionTools tools, double tokensPerByte)
    : m_profile(std::move(profile))
    , m_tools(std::move(tools))
    , m_tokensPerByte(tokensPerByte)
    , m_ledger(m_profile.budget)
    , m_requests(m_profile.endpoint.requestsPerMinute)
    , m_tokens(m_profile.endpoint.tokensPerMinute)
    , m_began(m_tools.clock.steadyNow())
    , m_pausedUntil(m_began)
{
}

AskEvent AskSession::about(const WaitingAsk &ask, AskEvent::Kind kind) const
{
    AskEvent event;
    event.kind = kind;
    event.ask = ask.ask.uuid;
    event.attempt = ask.attempt;
    event.spent = m_ledger.spent();
    event.reserved = m_ledger.reserved();
    return event;
}

void AskSession::note(const std::string &ask, std::string text)
{
    AskEvent event;
    event.ask = ask;
    event.text = m_tools.redactor.redacted(std::move(text));
    m_tools.tell(event);
}

void AskSession::failFinally(const WaitingAsk &ask, const AskFailure &failure)
{
    AskEvent event = about(ask, AskEvent::Kind::Failed);
    event.failure = failure.kind;
    event.text = m_tools.redactor.redacted(failure.text);
    event.isFinal = true;
    m_tools.tell(event);
}

void AskSession::add(Ask ask)
{
    WaitingAsk waiting;
    waiting.attempt = ask.place.attempt;
    waiting.notBefore = m_tools.clock.steadyNow();
    const auto bound = boundOf(ask.body, m_profile.endpoint, m_tokensPerByte);
    waiting.ask = std::move(ask);
    if (!bound) {
        failFinally(waiting, {FailureClass::Request, bound.error().text(), false});
        return;
    }
    waiting.worst = worstOf(*bound, m_profile.prices);
    m_waiting.push_back(std::move(waiting));
}

void AskSession::cancel(const std::string &ask)
{
    const auto found = std::find_if(m_waiting.begin(), m_waiting.end(),
                                    [&](const WaitingAsk &each) { return each.ask.uuid == ask; });
    if (found != m_waiting.end()) {
        const WaitingAsk waiting = std::move(*found);
        m_waiting.erase(found);
        failFinally(waiting, {FailureClass::Cancelled, "cancelled", false});
        return;
    }
    for (const auto &[uuid, open] : m_open) {
        if (open.ask().ask.uuid == ask) {
            cancelOpen(std::string(uuid));
            return;
        }
    }
}

void AskSession::cancelOpen(const std::string &uuid)
{
    m_tools.transport.cancel(uuid);
    OpenTry open = std::move(m_open.extract(uuid).mapped());
    open.finish(WireEnd::Reset, "cancelled");
    m_ledger.keep(uuid);
    TryOutcome outcome;
    outcome.failure = {FailureClass::Cancelled, "cancelled during the request", false};
    outcome.isBillingUnknown = true;
    writeEnd(open, outcome, &outcome.failure);
    AskEvent event = about(open.ask(), AskEvent::Kind::Failed);
    event.uuid = uuid;
    event.failure = FailureClass::Cancelled;
    event.text = outcome.failure.text;
    event.isFinal = true;
    m_tools.tell(event);
}

void AskSession::stop()
{
    while (!m_waiting.empty())
        cancel(std::string(m_waiting.front().ask.uuid));
    while (!m_open.empty())
        cancelOpen(std::string(m_open.begin()->first));
    AskEvent event;
    event.kind = AskEvent::Kind::Stopped;
    event.spent = m_ledger.spent();
    event.reserved = m_ledger.reserved();
    m_tools.tell(event);
}

void AskSession::close(AskFailure failure)
{
    if (m_closed)
        return;
    m_closed = std::move(failure);
    AskEvent event;
    event.kind = AskEvent::Kind::Closed;
    event.failure = m_closed->kind;
    event.text = m_tools.redactor.redacted(m_closed->text);
    m_tools.tell(event);
}

void AskSession::spoolFailed(const Status &status)
{
    if (!status)
        close({FailureClass::Disk, status.error().text(), false});
}

void AskSession::wakeAt(TimePoint time)
{
    m_wake = std::min(time, m_wake.value_or(time));
}

std::optional<AskSession::TimePoint> AskSession::tick()
{
    m_wake.reset();
    const TimePoint now = m_tools.clock.steadyNow();
    giveUpLateOnes(now);
    sendWhatMay(now);
    for (auto &[uuid, open] : m_open) {
        if (const auto event = open.delta(now))
            m_tools.tell(*event);
        wakeAt(std::min(open.deadline(m_profile.limits).first, now + lookAgain));
    }
    return m_wake;
}

void AskSession::giveUpLateOnes(TimePoint now)
{
    std::vector<std::pair<std::string, std::string>> late;
    for (const auto &[uuid, open] : m_open) {
        const auto [time, why] = open.deadline(m_profile.limits);
        if (time <= now)
            late.emplace_back(uuid, why);
    }
    for (const auto &[uuid, why] : late) {
        m_tools.transport.cancel(uuid);
        endTry(uuid, WireEnd::TimedOut, why);
    }
}

void AskSession::sendWhatMay(TimePoint now)
{
    while (m_closed && !m_waiting.empty()) {
        const WaitingAsk ask = std::move(m_waiting.front());
        m_waiting.pop_front();
        failFinally(ask, *m_closed);
    }
    if (m_pausedUntil > now && !m_waiting.empty()) {
        wakeAt(m_pausedUntil);
        return;
    }
    const auto lanes = static_cast<std::size_t>(m_profile.endpoint.lanes);
    for (std::size_t i = 0; i < m_waiting.size() && m_open.size() < lanes && !m_closed;) {
        if (m_waiting[i].notBefore > now) {
            wakeAt(m_waiting[i].notBefore);
            ++i;
            continue;
        }
        // Waits for open requests, which usually cost less than was reserved for them.
        if (!m_open.empty() && m_ledger.misfit(m_waiting[i].ask.place, m_waiting[i].worst)) {
            ++i;
            continue;
        }
        if (!mayLeave(m_waiting[i], now))
            return; // the first in the queue must not be overtaken
        WaitingAsk ask = std::move(m_waiting[i]);
        m_waiting.erase(m_waiting.begin() + static_cast<std::ptrdiff_t>(i));
        send(std::move(ask), now);
    }
    if (m_closed && !m_waiting.empty())
        sendWhatMay(now);
}

bool AskSession::mayLeave(const WaitingAsk &ask, TimePoint now)
{
    const TimePoint earliest = std::max(m_requests.earliest(1, now),
                                        m_tokens.earliest(ask.worst.input + ask.worst.output, now));
    if (earliest > now)
        wakeAt(earliest);
    return earliest <= now;
}

std::optional<AskFailure> AskSession::reasonNotToSend(const std::string &uuid,
                                                      const WaitingAsk &ask, const Place &place,
                                                      TimePoint now)
{
    const auto &wall = m_profile.budget.wallSeconds;
    if (wall && std::chrono::duration<double>(now - m_began).count() >= *wall)
        return AskFailure{FailureClass::Budget,
                          fmt::format("the time budget of {} s is used up", *wall), false};
    const auto free = m_tools.spool.freeBytes();
    const std::int64_t needed
        = static_cast<std::int64_t>(m_open.size() + 1) * m_profile.limits.rawBytes;
    if (!free || *free < needed) {
        close({FailureClass::Disk,
               free ? fmt::format("{}: {} bytes are free, and answers may need {}",
                                  m_tools.spool.folder().string(), *free, needed)
                    : free.error().text(),
               false});
        return m_closed;
    }
    if (auto text = m_ledger.reserve(uuid, place, ask.worst))
        return AskFailure{FailureClass::Budget, std::move(*text), false};
    return std::nullopt;
}

bool AskSession::planned(const std::string &uuid, const WaitingAsk &ask, const Place &place)
{
    SpooledRequest request{uuid,
                           ask.ask.uuid,
                           place,
                           std::string(chatResource()),
                           ask.ask.body,
                           ask.worst,
                           isoTime(m_tools.clock.wallNow())};
    const Status status = m_tools.spool.plan(request);
    if (!status)
        m_ledger.release(uuid);
    spoolFailed(status);
    return static_cast<bool>(status);
}

void AskSession::send(WaitingAsk ask, TimePoint now)
{
    Place place = ask.ask.place;
    place.attempt = ask.attempt;
    const std::string uuid
        = ask.attempt == ask.ask.place.attempt ? ask.ask.uuid : m_tools.newUuid();
    if (const auto reason = reasonNotToSend(uuid, ask, place, now)) {
        failFinally(ask, *reason);
        return;
    }
    if (!planned(uuid, ask, place)) {
        failFinally(ask, *m_closed);
        return;
    }
    m_requests.take(uuid, 1, now);
    m_tokens.take(uuid, ask.worst.input + ask.worst.output, now);
    AskEvent event = about(ask, AskEvent::Kind::Sent);
    event.uuid = uuid;
    const WireRequest request{uuid, place, ask.ask.body};
    m_open.emplace(
        uuid, OpenTry(std::move(ask), uuid, m_tools.redactor, m_profile.limits.contentBytes, now));
    m_tools.tell(event);
    m_tools.transport.start(request);
}

void AskSession::onHead(const std::string &uuid, AnswerHead head)
{
    const auto found = m_open.find(uuid);
    if (found == m_open.end())
        return;
    for (auto &[name, value] : head.headers)
        value = m_tools.redactor.redacted(std::move(value));
    spoolFailed(m_tools.spool.head(uuid, head));
    const auto rate = [&](const char *name, RateWindow &window) {
        window.narrow(std::atoll(head.header(name).c_str())); // Absent values, 0 and -1 occur and
                                                              // are ignored.
    };
    rate("x-ratelimit-limit-requests", m_requests);
    rate("x-ratelimit-limit-tokens", m_tokens);
    AskEvent event = about(found->second.ask(), AskEvent::Kind::FirstByte);
    event.uuid = uuid;
    event.answer.status = head.status;
    found->second.takeHead(std::move(head), m_tools.clock.steadyNow());
    m_tools.tell(event);
}

void AskSession::onBytes(const std::string &uuid, std::string_view bytes)
{
    const auto found = m_open.find(uuid);
    if (found == m_open.end())
        return;
    OpenTry &open = found->second;
    const std::int64_t room = m_profile.limits.rawBytes - open.rawBytes();
    const bool isTooLarge = static_cast<std::int64_t>(bytes.size()) > room;
    if (isTooLarge)
        bytes = bytes.substr(0, static_cast<std::size_t>(room));
    keepBytes(open, open.cleaned(bytes), m_tools.clock.steadyNow());
    if (open.facts().isWithheld || isTooLarge) {
        m_tools.transport.cancel(uuid);
        endTry(uuid, WireEnd::TooLarge,
               fmt::format("the answer is longer than {} bytes", m_profile.limits.rawBytes));
    }
}

void AskSession::keepBytes(OpenTry &open, std::string_view clean, TimePoint now)
{
    if (clean.empty())
        return;
    if (open.take(clean, now))
        spoolFailed(m_tools.spool.append(open.uuid(), clean));
}

void AskSession::onEnd(const std::string &uuid, WireEnd end, const std::string &text)
{
    if (m_open.count(uuid) != 0)
        endTry(uuid, end, text);
}

} // namespace loupe
