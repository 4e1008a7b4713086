// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/endpoints/chat/chatanswer.h"
#include "core/endpoints/chat/sseparser.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe {

/// Puts an answer together while it comes, in bounded memory whatever is sent.
class AnswerAssembler
{
public:
    /// `contentType` as the answer's head says it: text/event-stream, or a JSON document.
    /// `contentBytes`: of content, and as much of reasoning; the rest is cut.
    AnswerAssembler(std::string_view contentType, std::int64_t contentBytes);
    AnswerAssembler(const AnswerAssembler &) = delete;
    AnswerAssembler &operator=(const AnswerAssembler &) = delete;

    void push(std::string_view bytes);
    /// After the last byte. `isWhole`: the connection ended as it should.
    void finish(bool isWhole);
    const ChatAnswer &answer() const & { return m_answer; }
    ChatAnswer answer() && { return std::move(m_answer); }
    /// Grows with everything that shows that the server lives: whole lines of a stream, else bytes.
    std::uint64_t progress() const;

private:
    void takeEvent(const SseEvent &event);
    void takeDocument(const Json &document);
    void takeChoice(const Json &choice);
    void takeMessage(const Json &message);
    void takeUsage(const Json &usage);
    void add(std::string &text, const Json &value);
    void fail(const std::string &why);
    bool parse(std::string_view text, std::uint64_t position, Json &document);

    std::int64_t m_contentBytes;
    SseParser m_events;
    std::string m_document; ///< where it is no stream
    std::uint64_t m_bytes = 0;
    ChatAnswer m_answer;
    std::vector<const std::string *> m_full; ///< texts of the answer that were cut
};

/// The answer in raw bytes that are all there.
ChatAnswer assembleAnswer(std::string_view contentType, std::string_view raw, bool isWhole,
                          std::int64_t contentBytes);

/// What {"error": …} says, also where it is a text alone; nothing where the document has none.
std::optional<EndpointError> endpointErrorIn(const Json &document);

} // namespace loupe
