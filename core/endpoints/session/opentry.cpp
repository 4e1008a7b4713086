// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/session/opentry.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr std::chrono::milliseconds deltaInterval{250};
constexpr std::size_t maxDeltaBytes = 16 << 10;
constexpr std::size_t maxErrorBodyBytes = 64 << 10;

std::chrono::steady_clock::duration inSeconds(double seconds)
{
    return std::chrono::duration_cast<std::chrono::steady_clock::duration>(
        std::chrono::duration<double>(seconds));
}

double asSeconds(std::chrono::steady_clock::duration time)
{
    return std::chrono::duration<double>(time).count();
}

TryOutcome failed(FailureClass kind, std::string text)
{
    TryOutcome outcome;
    outcome.failure = {kind, std::move(text), false};
    return outcome;
}

TryOutcome billingUnknown(FailureClass kind, std::string text)
{
    TryOutcome outcome = failed(kind, std::move(text));
    outcome.isBillingUnknown = true;
    return outcome;
}

TryOutcome neverSent(FailureClass kind, std::string text)
{
    TryOutcome outcome = failed(kind, std::move(text));
    outcome.wasSent = false;
    return outcome;
}

TryOutcome withoutHead(const TryFacts &facts)
{
    return billingUnknown(FailureClass::Transient,
                          "no answer began; the request may have been received: " + facts.wireText);
}

TryOutcome ofAnAnswer(const TryFacts &facts)
{
    const ChatAnswer &answer = facts.answer;
    if (answer.error) {
        TryOutcome outcome;
        outcome.failure = classifyError(*answer.error);
        outcome.isBillingUnknown = !answer.hasUsage;
        return outcome;
    }
    if (!answer.malformed.empty())
        return billingUnknown(FailureClass::Unknown, answer.malformed);
    if (answer.isComplete) { // also if the connection broke after the last event
        TryOutcome outcome;
        outcome.isAnswered = true;
        return outcome;
    }
    return billingUnknown(FailureClass::Unknown,
                          facts.wire == WireEnd::Whole
                              ? "the stream ended before the answer did"
                              : "the connection broke during the answer: " + facts.wireText);
}

} // namespace

OpenTry::OpenTry(WaitingAsk ask, std::string uuid, const Redactor &redactor,
                 std::int64_t contentBytes, TimePoint now)
    : m_ask(std::move(ask))
    , m_uuid(std::move(uuid))
    , m_redactor(redactor)
    , m_contentBytes(contentBytes)
    , m_cleaning(redactor)
    , m_contentCleaning(redactor)
    , m_reasoningCleaning(redactor)
    , m_sent(now)
    , m_lastProgress(now)
    , m_lastDelta(now)
{
}

void OpenTry::takeHead(AnswerHead head, TimePoint now)
{
    m_firstByte = now;
    m_lastProgress = now;
    if (head.status >= 200 && head.status < 300)
        m_assembler
            = std::make_unique<AnswerAssembler>(head.header("content-type"), m_contentBytes);
    m_facts.head = std::move(head);
}

std::string OpenTry::cleaned(std::string_view bytes)
{
    m_rawBytes += static_cast<std::int64_t>(bytes.size());
    return m_cleaning.push(bytes);
}

bool OpenTry::take(std::string_view bytes, TimePoint now)
{
    if (m_assembler) {
        m_assembler->push(bytes);
        if (std::exchange(m_progress, m_assembler->progress()) != m_assembler->progress())
            m_lastProgress = now;
    } else {
        const std::size_t room = maxErrorBodyBytes - m_facts.errorBody.size();
        m_facts.errorBody += bytes.substr(0, room);
        m_lastProgress = now;
    }
    if (m_redactor.key().empty() || !repeatsKey())
        return true;
    withhold();
    return false;
}

const ChatAnswer &OpenTry::answer() const
{
    static const ChatAnswer none;
    return m_assembler ? m_assembler->answer() : none;
}

/// Checks the assembled texts for the key, which events or escapes may have split in the raw bytes.
bool OpenTry::repeatsKey()
{
    const ChatAnswer &said = answer();
    const auto findsInNew = [this](const std::string &text, std::size_t &checked) {
        const std::size_t from = checked - std::min(checked, m_redactor.key().size());
        checked = text.size();
        return m_redactor.finds(std::string_view(text).substr(from));
    };
    if (findsInNew(said.content, m_checkedContent)
        || findsInNew(said.reasoning, m_checkedReasoning))
        return true;
    for (const std::string *text :
         {&said.refusal, &said.model, &said.id, &said.fingerprint, &said.finishReason}) {
        if (m_redactor.finds(*text))
            return true;
    }
    return said.error && m_redactor.finds(said.error->text + said.error->type + said.error->param);
}

void OpenTry::finish(WireEnd wire, std::string text)
{
    m_facts.wire = wire;
    m_facts.wireText = m_redactor.redacted(std::move(text));
    if (!m_assembler)
        return;
    m_assembler->finish(wire == WireEnd::Whole);
    if (!m_redactor.key().empty() && repeatsKey())
        withhold();
    m_facts.answer = m_assembler->answer();
}

std::string OpenTry::partOf(const std::string &text, std::size_t &told,
                            RedactingStream &cleaning) const
{
    std::size_t end = std::min(text.size(), told + maxDeltaBytes);
    while (end < text.size() && end > told
           && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
        --end; // Never cut within a UTF-8 character.
    const std::string part = text.substr(told, end - told);
    told = end;
    return cleaning.push(part);
}

std::optional<AskEvent> OpenTry::delta(TimePoint now)
{
    if (now - m_lastDelta < deltaInterval || m_facts.isWithheld)
        return std::nullopt;
    AskEvent event;
    event.kind = AskEvent::Kind::Delta;
    event.ask = m_ask.ask.uuid;
    event.uuid = m_uuid;
    event.attempt = m_ask.attempt;
    event.text = partOf(answer().reasoning, m_toldReasoning, m_reasoningCleaning);
    event.isReasoning = !event.text.empty();
    if (event.text.empty())
        event.text = partOf(answer().content, m_toldContent, m_contentCleaning);
    if (event.text.empty())
        return std::nullopt;
    m_lastDelta = now;
    return event;
}

std::pair<OpenTry::TimePoint, std::string> OpenTry::deadline(const EndpointLimits &limits) const
{
    std::pair<TimePoint, std::string> total{
        m_sent + inSeconds(limits.totalSeconds),
        fmt::format("the answer took longer than {} s", limits.totalSeconds)};
    std::pair<TimePoint, std::string> next{
        m_sent + inSeconds(limits.firstByteSeconds),
        fmt::format("no answer began within {} s", limits.firstByteSeconds)};
    if (m_facts.head)
        next = {m_lastProgress + inSeconds(limits.idleSeconds),
                fmt::format("no further line came for {} s", limits.idleSeconds)};
    return std::min(total, next);
}

double OpenTry::firstByteSeconds() const
{
    return m_facts.head ? asSeconds(m_firstByte - m_sent) : 0;
}

double OpenTry::seconds(TimePoint now) const
{
    return asSeconds(now - m_sent);
}

TryOutcome outcomeOf(const TryFacts &facts)
{
    if (facts.isWithheld)
        return billingUnknown(
            FailureClass::Lane,
            "the endpoint repeats the key in its answer; the answer is not stored");
    switch (facts.wire) {
    case WireEnd::NotRecorded:
        return neverSent(FailureClass::Cassette, facts.wireText);
    case WireEnd::NotConnected:
        return neverSent(FailureClass::Transient, facts.wireText);
    case WireEnd::NotTrusted:
        return neverSent(FailureClass::Lane, facts.wireText);
    case WireEnd::TooLarge:
        return billingUnknown(FailureClass::Request, facts.wireText);
    case WireEnd::Whole:
    case WireEnd::Reset:
    case WireEnd::TimedOut:
        break;
    }
    if (!facts.head)
        return withoutHead(facts);
    const int status = facts.head->status;
    if (status >= 200 && status < 300)
        return ofAnAnswer(facts);
    TryOutcome outcome;
    outcome.failure = classifyStatus(status, facts.errorBody, facts.head->header("location"));
    return outcome;
}

} // namespace loupe
