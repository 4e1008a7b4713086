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

/// Incremental reader of an answer that uses bounded memory for any input.
class AnswerAssembler
{
public:
    /// `contentType` is the Content-Type header: text/event-stream or a JSON document.
    /// `contentBytes` limits content and reasoning separately; the rest is cut.
    AnswerAssembler(std::string_view contentType, std::int64_t contentBytes);
    AnswerAssembler(const AnswerAssembler &) = delete;
    AnswerAssembler &operator=(const AnswerAssembler &) = delete;

    void push(std::string_view bytes);
    /// Ends the answer after its last byte. `isWhole`: the connection closed as the server
    /// intended.
    void finish(bool isWhole);
    const ChatAnswer &answer() const & { return m_answer; }
    ChatAnswer answer() && { return std::move(m_answer); }
    /// Returns a counter that grows with each whole line of a stream, otherwise with each byte.
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
    std::string m_document; ///< body received so far, if the answer is not a stream
    std::uint64_t m_bytes = 0;
    ChatAnswer m_answer;
    std::vector<const std::string *> m_full; ///< fields of the answer that were cut
};

/// Reads an answer whose raw bytes are complete.
ChatAnswer assembleAnswer(std::string_view contentType, std::string_view raw, bool isWhole,
                          std::int64_t contentBytes);

/// Returns the error in {"error": …}, an object or a string; nothing if the document has none.
std::optional<EndpointError> endpointErrorIn(const Json &document);

} // namespace loupe
