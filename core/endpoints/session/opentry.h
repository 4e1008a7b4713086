// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/endpoints/chat/answerassembler.h"
#include "core/endpoints/chat/chatanswer.h"
#include "core/endpoints/chat/failureclass.h"
#include "core/endpoints/profile/redactor.h"
#include "core/endpoints/session/askmessages.h"
#include "core/endpoints/session/transport.h"
#include "core/endpoints/spool/spoolrecords.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace loupe {

/// Facts about a try that has ended.
struct TryFacts {
    WireEnd wire = WireEnd::Whole;
    std::string wireText;
    std::optional<AnswerHead> head; ///< absent if none arrived
    ChatAnswer answer;              ///< answer, for a status from 200 to 299
    std::string errorBody;          ///< beginning of the body, for any other status
    bool isWithheld = false;        ///< the answer repeats the key
};

struct TryOutcome {
    bool isAnswered = false;
    AskFailure failure;            ///< reason, if it was not answered
    bool isBillingUnknown = false; ///< it was sent and may cost an unreported amount
    bool wasSent = true;           ///< part of the request may have been sent
};

/// Classifies a try from its facts alone.
TryOutcome outcomeOf(const TryFacts &facts);

/// Request that waits to be sent or retried.
struct WaitingAsk {
    Ask ask;
    Cost worst;                ///< upper bound of one try
    std::int64_t attempt = 0;  ///< number of the next try
    int transientFailures = 0; ///< only those that count against the limit
    int unknownFailures = 0;
    std::chrono::steady_clock::time_point notBefore;
    std::optional<std::chrono::steady_clock::time_point> loadingSince;
};

/// Try that was sent and has not ended.
class OpenTry
{
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    OpenTry(WaitingAsk ask, std::string uuid, const Redactor &redactor, std::int64_t contentBytes,
            TimePoint now);

    void takeHead(AnswerHead head, TimePoint now);
    /// Removes the key from received bytes; empty while they are held back.
    std::string cleaned(std::string_view bytes);
    /// Returns the bytes that were held back.
    std::string lastCleaned() { return m_cleaning.finish(); }
    /// Reads cleaned bytes. Returns false once they repeat the key in another form.
    bool take(std::string_view bytes, TimePoint now);
    void finish(WireEnd wire, std::string text);

    /// Returns text received since the last call, at most once per quarter second and cut for
    /// display; nothing if there is none.
    std::optional<AskEvent> delta(TimePoint now);
    /// Returns the time at which the try is given up if nothing arrives, and the reason.
    std::pair<TimePoint, std::string> deadline(const EndpointLimits &limits) const;

    const WaitingAsk &ask() const { return m_ask; }
    const std::string &uuid() const { return m_uuid; }
    const TryFacts &facts() const { return m_facts; }
    std::int64_t rawBytes() const { return m_rawBytes; }
    void withhold() { m_facts.isWithheld = true; }
    /// Return the seconds from sending to the head (0 if there is none) and to `now`.
    double firstByteSeconds() const;
    double seconds(TimePoint now) const;

private:
    bool repeatsKey();
    const ChatAnswer &answer() const;
    std::string partOf(const std::string &text, std::size_t &told, RedactingStream &cleaning) const;

    WaitingAsk m_ask;
    std::string m_uuid;
    const Redactor &m_redactor;
    std::int64_t m_contentBytes;
    RedactingStream m_cleaning;
    RedactingStream m_contentCleaning;
    RedactingStream m_reasoningCleaning;
    std::unique_ptr<AnswerAssembler> m_assembler; ///< only for a status of success
    TryFacts m_facts;
    std::int64_t m_rawBytes = 0;
    std::uint64_t m_progress = 0;
    std::size_t m_checkedContent = 0;
    std::size_t m_checkedReasoning = 0;
    std::size_t m_toldContent = 0;
    std::size_t m_toldReasoning = 0;
    TimePoint m_sent;
    TimePoint m_firstByte;
    TimePoint m_lastProgress;
    TimePoint m_lastDelta;
};

} // namespace loupe
