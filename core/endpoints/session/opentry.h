// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/endpoints/chat/answerassembler.h"
#include "core/endpoints/profile/redactor.h"
#include "core/endpoints/session/askmessages.h"
#include "core/endpoints/session/tryoutcome.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace loupe {

/// A request that waits for its turn or for its next try.
struct WaitingAsk {
    Ask ask;
    Cost worst;                ///< of one try
    std::int64_t attempt = 0;  ///< of the next try
    int transientFailures = 0; ///< those that count
    int unknownFailures = 0;
    std::chrono::steady_clock::time_point notBefore;
    std::optional<std::chrono::steady_clock::time_point> loadingSince;
};

/// One try between its first byte out and its last byte in.
class OpenTry
{
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    OpenTry(WaitingAsk ask, std::string uuid, const Redactor &redactor, std::int64_t contentBytes,
            TimePoint now);

    void takeHead(AnswerHead head, TimePoint now);
    /// Bytes without the key, ready to be kept; empty where they are held back.
    std::string cleaned(std::string_view bytes);
    /// What was held back by then.
    std::string lastCleaned() { return m_cleaning.finish(); }
    /// Takes cleaned bytes. False once what they say repeats the key in another form.
    bool take(std::string_view bytes, TimePoint now);
    void finish(WireEnd wire, std::string text);

    /// Text that came since the last call, at most once each quarter of a second and cut to what a
    /// window can show; nothing where there is none.
    std::optional<AskEvent> delta(TimePoint now);
    /// When it must be given up, and why, unless something comes before.
    std::pair<TimePoint, std::string> deadline(const EndpointLimits &limits) const;

    const WaitingAsk &ask() const { return m_ask; }
    const std::string &uuid() const { return m_uuid; }
    const TryFacts &facts() const { return m_facts; }
    std::int64_t rawBytes() const { return m_rawBytes; }
    void withhold() { m_facts.isWithheld = true; }
    /// Seconds from sending to head (0: none) and to `now`.
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
    std::unique_ptr<AnswerAssembler> m_assembler; ///< where the status is one of success
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
