// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/chat/answerassembler.h"

#include "core/sandbox/system/outputtail.h"

#include <algorithm>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr std::size_t maxDocumentBytes = std::size_t{32} << 20; // bytes of an answer that is not a
                                                                // stream
constexpr std::size_t maxWordLength = 1024; // bytes of names, finish reasons and
                                            // ids
constexpr std::int64_t maxTokens = std::int64_t{1} << 40;

std::string wordIn(const Json &object, const char *key)
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_string())
        return {};
    const std::string &text = found->get_ref<const std::string &>();
    return text.size() <= maxWordLength ? text : validUtf8(text.substr(0, maxWordLength));
}

/// Returns the token count stored under `key`, or nothing if it is not an integer in range.
std::optional<std::int64_t> countIn(const Json &object, const char *key)
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number_integer())
        return std::nullopt;
    if (found->is_number_unsigned() && found->get<std::uint64_t>() > maxTokens)
        return std::nullopt;
    const auto count = found->get<std::int64_t>();
    return count >= 0 && count <= maxTokens ? std::optional(count) : std::nullopt;
}

const Json &objectIn(const Json &object, const char *key)
{
    static const Json none = Json::object();
    const auto found = object.find(key);
    return found != object.end() && found->is_object() ? *found : none;
}

} // namespace

std::optional<EndpointError> endpointErrorIn(const Json &document)
{
    if (!document.is_object() || !document.contains("error") || document["error"].is_null())
        return std::nullopt;
    const Json &found = document["error"];
    EndpointError error;
    if (found.is_string())
        error.text = wordIn(document, "error");
    if (!found.is_object())
        return error;
    error.text = wordIn(found, "message");
    error.type = wordIn(found, "type");
    error.param = wordIn(found, "param");
    error.promptTokens = countIn(found, "n_prompt_tokens");
    error.status = countIn(found, "code"); // a number from llama.cpp and OpenRouter
    if (const std::string code = wordIn(found, "code"); !code.empty())
        error.type = code; // The code is more specific than the type.
    return error;
}

AnswerAssembler::AnswerAssembler(std::string_view contentType, std::int64_t contentBytes)
    : m_contentBytes(contentBytes)
{
    m_answer.isStream = contentType.starts_with("text/event-stream");
}

std::uint64_t AnswerAssembler::progress() const
{
    return m_answer.isStream ? m_events.lines() : m_bytes;
}

void AnswerAssembler::push(std::string_view bytes)
{
    m_bytes += bytes.size();
    if (!m_answer.malformed.empty())
        return;
    if (m_answer.isStream) {
        const Status taken
            = m_events.push(bytes, [this](const SseEvent &event) { takeEvent(event); });
        if (!taken)
            fail(taken.error().message);
    } else if (m_document.size() + bytes.size() > maxDocumentBytes) {
        m_document.clear();
        fail(fmt::format("an answer that is no stream has more than {} bytes", maxDocumentBytes));
    } else {
        m_document += bytes;
    }
}

void AnswerAssembler::finish(bool isWhole)
{
    if (!m_answer.malformed.empty() || !isWhole)
        return;
    if (m_answer.isStream) {
        const Status taken = m_events.finish([this](const SseEvent &event) { takeEvent(event); });
        if (!taken)
            fail(taken.error().message);
        return;
    }
    Json document;
    if (parse(m_document, 0, document))
        takeDocument(document);
    m_document.clear();
}

void AnswerAssembler::takeEvent(const SseEvent &event)
{
    if (!m_answer.malformed.empty()) // Events after a malformed one are ignored.
        return;
    if (event.data == "[DONE]") {
        m_answer.isComplete = true;
        return;
    }
    Json document;
    if (parse(event.data, event.position, document))
        takeDocument(document);
}

bool AnswerAssembler::parse(std::string_view text, std::uint64_t position, Json &document)
{
    auto parsed = parseJson(text, "answer");
    if (!parsed) {
        const std::string valid = validUtf8(text);
        if (valid != text) {
            m_answer.hasInvalidUtf8 = true;
            parsed = parseJson(valid, "answer");
        }
    }
    if (!parsed || !parsed->is_object()) {
        fail(fmt::format("the answer has no JSON object at byte {}", position));
        return false;
    }
    document = std::move(*parsed);
    return true;
}

void AnswerAssembler::fail(const std::string &why)
{
    if (m_answer.malformed.empty())
        m_answer.malformed = why;
}

void AnswerAssembler::takeDocument(const Json &document)
{
    if (auto error = endpointErrorIn(document)) {
        if (!m_answer.error)
            m_answer.error = std::move(error);
        return;
    }
    const auto keep = [&](const char *key, std::string &value) {
        if (std::string word = wordIn(document, key); !word.empty())
            value = std::move(word);
    };
    keep("model", m_answer.model);
    keep("id", m_answer.id);
    keep("system_fingerprint", m_answer.fingerprint);
    const auto choices = document.find("choices");
    if (choices != document.end() && choices->is_array()) {
        for (const Json &choice : *choices) {
            if (choice.is_object() && countIn(choice, "index").value_or(0) == 0)
                takeChoice(choice);
        }
        if (!m_answer.isStream)
            m_answer.isComplete = true;
    } else if (!m_answer.isStream) {
        fail("the answer has no \"choices\": the address is not a chat completions endpoint");
    }
    const auto usage = document.find("usage");
    if (usage != document.end() && usage->is_object())
        takeUsage(*usage);
}

void AnswerAssembler::takeChoice(const Json &choice)
{
    takeMessage(objectIn(choice, m_answer.isStream ? "delta" : "message"));
    if (std::string reason = wordIn(choice, "finish_reason"); !reason.empty()) {
        m_answer.finishReason = std::move(reason);
        m_answer.isComplete = true;
    }
}

void AnswerAssembler::takeMessage(const Json &message)
{
    const auto take = [&](const char *key, std::string &text) {
        if (const auto found = message.find(key); found != message.end())
            add(text, *found);
    };
    take("content", m_answer.content);
    take(message.contains("reasoning_content") ? "reasoning_content" : "reasoning",
         m_answer.reasoning);
    take("refusal", m_answer.refusal);
}

void AnswerAssembler::add(std::string &text, const Json &value)
{
    if (value.is_array()) { // list of content parts: {"type": "text", "text": …}
        for (const Json &part : value) {
            if (part.is_object() && part.contains("text"))
                add(text, part["text"]);
        }
        return;
    }
    const bool isFull = std::find(m_full.begin(), m_full.end(), &text) != m_full.end();
    if (!value.is_string() || isFull)
        return;
    std::string_view piece = value.get_ref<const std::string &>();
    const std::size_t room = static_cast<std::size_t>(m_contentBytes) - text.size();
    if (piece.size() > room) {
        m_answer.isContentCut = true;
        m_full.push_back(&text); // Later pieces must not be appended after a cut.
        std::size_t cut = room;
        while (cut > 0 && (static_cast<unsigned char>(piece[cut]) & 0xC0) == 0x80)
            --cut; // Never cut within a UTF-8 character.
        piece = piece.substr(0, cut);
    }
    text += piece;
}

void AnswerAssembler::takeUsage(const Json &usage)
{
    Usage &known = m_answer.usage;
    known.input = countIn(usage, "prompt_tokens");
    known.output = countIn(usage, "completion_tokens");
    known.cached = countIn(objectIn(usage, "prompt_tokens_details"), "cached_tokens");
    known.reasoning = countIn(objectIn(usage, "completion_tokens_details"), "reasoning_tokens");
    const auto cost = usage.find("cost");
    if (cost != usage.end() && cost->is_number() && cost->get<double>() >= 0)
        known.dollars = cost->get<double>();
    m_answer.hasUsage = known.input && known.output;
}

ChatAnswer assembleAnswer(std::string_view contentType, std::string_view raw, bool isWhole,
                          std::int64_t contentBytes)
{
    AnswerAssembler assembler(contentType, contentBytes);
    assembler.push(raw);
    assembler.finish(isWhole);
    return std::move(assembler).answer();
}

} // namespace loupe
