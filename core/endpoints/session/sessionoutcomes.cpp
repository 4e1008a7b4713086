// SPDX-License-Identifier: Apache-2.0
//
// Handles the end of a try in a session.
#include "core/endpoints/pace/waits.h"
#include "core/endpoints/session/asksession.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

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
