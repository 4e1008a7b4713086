// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/session/asksession.h"

#include "core/endpoints/chat/chatrequest.h"
#include "core/endpoints/pace/waits.h"

#include <algorithm>
#include <cstdlib>
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

constexpr int maxUnknownTries = 1; // a try that may have been billed is retried once

const char *stateOf(const TryOutcome &outcome)
{
    if (outcome.isAnswered)
        return "answered";
    return outcome.failure.kind == FailureClass::Unknown || outcome.isBillingUnknown ? "unknown"
                                                                                     : "failed";
}

std::optional<std::int64_t> rateIn(const AnswerHead &head, const char *name)
{
    const std::int64_t rate = std::atoll(head.header(name).c_str());
    return rate >= 1 ? std::optional(rate) : std::nullopt;
}

AnswerSummary summaryOf(const OpenTry &open, const std::optional<Prices> &prices)
{
    const ChatAnswer &answer = open.facts().answer;
    const AnswerHead head = open.facts().head.value_or(AnswerHead());
    AnswerSummary summary;
    summary.status = head.status;
    summary.finishReason = answer.finishReason;
    summary.model = answer.model;
    summary.fingerprint = answer.fingerprint;
    summary.requestId = head.header("x-request-id");
    if (summary.requestId.empty())
        summary.requestId = head.header("request-id");
    summary.usage = answer.usage;
    summary.hasUsage = answer.hasUsage;
    if (const auto cost = costOf(answer.usage, prices)) {
        summary.dollars = cost->dollars();
        summary.dollarsSource = answer.usage.dollars ? "reported" : "priced";
    }
    summary.bytes = open.rawBytes();
    summary.contentBytes = static_cast<std::int64_t>(answer.content.size());
    summary.reasoningBytes = static_cast<std::int64_t>(answer.reasoning.size());
    summary.isStream = answer.isStream;
    summary.isContentCut = answer.isContentCut;
    summary.requestsPerMinute = rateIn(head, "x-ratelimit-limit-requests");
    summary.tokensPerMinute = rateIn(head, "x-ratelimit-limit-tokens");
    return summary;
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
                                                      const WaitingAsk &ask,
                                                      const RequestKey &place, TimePoint now)
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

bool AskSession::planned(const std::string &uuid, const WaitingAsk &ask, const RequestKey &place)
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
    RequestKey place = ask.ask.place;
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

void AskSession::endTry(const std::string &uuid, WireEnd wire, const std::string &text)
{
    auto node = m_open.extract(uuid);
    OpenTry &open = node.mapped();
    if (!open.facts().isWithheld)
        keepBytes(open, open.lastCleaned(), m_tools.clock.steadyNow());
    open.finish(wire, text);
    TryOutcome outcome = outcomeOf(open.facts());
    outcome.failure.text = m_tools.redactor.redacted(std::move(outcome.failure.text));
    settle(open, outcome);
    writeEnd(open, outcome, nullptr);
    if (outcome.isAnswered) {
        tellAnswered(open);
        checkItsWord(open);
    } else {
        tellFailed(open, outcome);
    }
}

void AskSession::settle(const OpenTry &open, const TryOutcome &outcome)
{
    const std::string &uuid = open.uuid();
    const ChatAnswer &answer = open.facts().answer;
    if (!outcome.wasSent) {
        m_ledger.release(uuid);
        return;
    }
    if (outcome.isBillingUnknown || (outcome.isAnswered && !answer.hasUsage)) {
        m_ledger.keep(uuid);
        return;
    }
    Cost cost{1, answer.usage.input.value_or(0), answer.usage.output.value_or(0), {}};
    cost.money = costOf(answer.usage, m_profile.prices).value_or(Money());
    m_ledger.settle(uuid, cost);
    m_tokens.correct(uuid, cost.input + cost.output);
}

void AskSession::writeEnd(const OpenTry &open, const TryOutcome &outcome,
                          const AskFailure *cancelled)
{
    const TryFacts &facts = open.facts();
    if (facts.isWithheld)
        spoolFailed(m_tools.spool.withhold(open.uuid()));
    AnswerEnd end;
    end.state = stateOf(outcome);
    if (!outcome.isAnswered) {
        end.failure = name(outcome.failure.kind);
        end.text = outcome.failure.text;
    }
    end.isBillingUnknown = outcome.isBillingUnknown;
    end.isWithheld = facts.isWithheld;
    end.wire = name(facts.wire);
    end.bytes = facts.isWithheld ? 0 : open.rawBytes();
    end.firstByteSeconds = open.firstByteSeconds();
    end.seconds = open.seconds(m_tools.clock.steadyNow());
    spoolFailed(m_tools.spool.end(open.uuid(), end));
    if (m_tools.cassette == nullptr || cancelled != nullptr)
        return;
    const auto kept = readSpooled(m_tools.spool.folder(), open.uuid());
    const Status recorded
        = kept ? m_tools.cassette->add(cassetteEntry(*kept)) : Status(kept.error());
    spoolFailed(recorded);
}

void AskSession::tellAnswered(const OpenTry &open)
{
    AskEvent event = about(open.ask(), AskEvent::Kind::Answered);
    event.uuid = open.uuid();
    event.isFinal = true;
    event.answer = summaryOf(open, m_profile.prices);
    m_tools.tell(event);
}

/// Closes an endpoint that exceeds the output limit or reports too many tokens, because the budget
/// cannot be guaranteed with it.
void AskSession::checkItsWord(const OpenTry &open)
{
    const Usage &usage = open.facts().answer.usage;
    const Cost &worst = open.ask().worst;
    if (usage.output.value_or(0) > worst.output)
        close({FailureClass::Lane,
               fmt::format("the endpoint reports an answer of {} tokens with a limit of {}; the "
                           "budget cannot be guaranteed",
                           *usage.output, worst.output),
               false});
    if (usage.input.value_or(0) > worst.input && m_tokensPerByte >= 1)
        close({FailureClass::Lane,
               fmt::format("the endpoint reports a request of {} tokens, which cannot have more "
                           "than {}; the budget cannot be guaranteed",
                           *usage.input, worst.input),
               false});
}

void AskSession::tellFailed(const OpenTry &open, const TryOutcome &outcome)
{
    WaitingAsk next = open.ask();
    const auto wait = waitBeforeNext(open, outcome, next);
    AskEvent event = about(open.ask(), AskEvent::Kind::Failed);
    event.uuid = open.uuid();
    event.failure = outcome.failure.kind;
    event.text = outcome.failure.text;
    event.isFinal = !wait;
    event.waitSeconds = wait.value_or(0);
    event.answer = summaryOf(open, m_profile.prices);
    m_tools.tell(event);
    if (wait) {
        ++next.attempt;
        m_waiting.push_front(std::move(next));
    } else if (outcome.failure.kind == FailureClass::Lane) {
        close(outcome.failure);
    }
}

std::optional<double> AskSession::waitBeforeNext(const OpenTry &open, const TryOutcome &outcome,
                                                 WaitingAsk &next)
{
    const EndpointLimits &limits = m_profile.limits;
    const TimePoint now = m_tools.clock.steadyNow();
    const bool isTransient = outcome.failure.kind == FailureClass::Transient;
    if (!isTransient && outcome.failure.kind != FailureClass::Unknown)
        return std::nullopt;
    if (outcome.isBillingUnknown && ++next.unknownFailures > maxUnknownTries)
        return std::nullopt;
    if (outcome.failure.isLoading) {
        next.loadingSince = next.loadingSince.value_or(now);
        const std::chrono::duration<double> loading = now - *next.loadingSince;
        if (loading.count() >= limits.startSeconds)
            return std::nullopt;
    } else if (++next.transientFailures >= limits.tries) {
        return std::nullopt;
    }
    const AnswerHead head = open.facts().head.value_or(AnswerHead());
    const auto asked = retryAfterSeconds(head.header("retry-after"), m_tools.clock.wallNow());
    double wait = backoffSeconds(std::max(1, next.transientFailures), limits.backoffSeconds,
                                 limits.waitSeconds, m_tools.chance());
    if (asked) {
        wait = std::min(*asked, limits.waitSeconds);
        if (wait < *asked)
            note(
                next.ask.uuid,
                fmt::format("the endpoint asks to wait {} s; the profile allows {}", *asked, wait));
    }
    next.notBefore = now
        + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                         std::chrono::duration<double>(wait));
    if (head.status == 429 || asked) // The wait applies to the endpoint, not only to this request.
        m_pausedUntil = std::max(m_pausedUntil, next.notBefore);
    return wait;
}

} // namespace loupe
