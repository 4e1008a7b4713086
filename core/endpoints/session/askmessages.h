// SPDX-License-Identifier: Apache-2.0
//
// Messages between the engine and kloupe-ask, one JSON object per line. The engine sends hello
// once, then ask, cancel and stop; kloupe-ask sends AskEvents. No message holds a key.
#pragma once

#include "core/base/fieldlisting.h"
#include "core/base/result.h"
#include "core/endpoints/chat/failureclass.h"
#include "core/endpoints/chat/requestkey.h"
#include "core/endpoints/pace/ledger.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

inline constexpr int askProtocolVersion = 1;

/// Cost that an earlier session of the same run spent on a request.
struct SpentBefore {
    RequestKey place;
    Cost cost;
};

template <typename Fields>
void listFields(Fields &fields, SpentBefore &before)
{
    auto &[place, cost] = before;
    fields("place", place);
    fields("cost", cost);
}

/// {"kind": "hello", …}
struct AskHello {
    int protocol = askProtocolVersion;
    std::string profile;      ///< source text; it names the key but does not hold it
    std::string source;       ///< name of the file for errors
    std::string spool;        ///< folder
    std::string record;       ///< cassette to append to, or empty
    bool hasKeyPipe = false;  ///< descriptor 3 holds the value of the key's variable
    double tokensPerByte = 1; ///< see boundOf()
    std::vector<SpentBefore> spent;
};

template <typename Fields>
void listFields(Fields &fields, AskHello &hello)
{
    auto &[protocol, profile, source, spool, record, hasKeyPipe, tokensPerByte, spent] = hello;
    fields("protocol", protocol);
    fields("profile", profile);
    fields("source", source);
    fields("spool", spool);
    fields("record", record);
    fields("key_pipe", hasKeyPipe);
    fields("tokens_per_byte", tokensPerByte);
    fields("spent", spent);
}

/// Request, sent as {"kind": "ask", …} and retried as often as the profile allows.
struct Ask {
    std::string uuid; ///< uuid of the first try; each retry has its own
    RequestKey place; ///< its `attempt` is the number of the first try
    std::string body; ///< body made by chatBody()
};

template <typename Fields>
void listFields(Fields &fields, Ask &ask)
{
    auto &[uuid, place, body] = ask;
    fields("uuid", uuid);
    fields("place", place);
    fields("body", body);
}

/// Metadata of an answer. Its texts are in the spool, in the file of its try.
struct AnswerSummary {
    int status = 0;
    std::string finishReason;
    std::string model;
    std::string fingerprint;
    std::string requestId; ///< the endpoint's id of the request
    Usage usage;
    bool hasUsage = false;
    std::optional<double> dollars;
    std::string dollarsSource; ///< "reported", "priced", or empty if unknown
    std::int64_t bytes = 0;
    std::int64_t contentBytes = 0;
    std::int64_t reasoningBytes = 0;
    bool isStream = false;
    bool isContentCut = false;
    std::optional<std::int64_t> requestsPerMinute; ///< rate limit in its headers
    std::optional<std::int64_t> tokensPerMinute;
};

template <typename Fields>
void listFields(Fields &fields, AnswerSummary &answer)
{
    auto &[status, finishReason, model, fingerprint, requestId, usage, hasUsage, dollars,
           dollarsSource, bytes, contentBytes, reasoningBytes, isStream, isContentCut,
           requestsPerMinute, tokensPerMinute]
        = answer;
    fields("status", status);
    fields("finish_reason", finishReason);
    fields("model", model);
    fields("fingerprint", fingerprint);
    fields("request_id", requestId);
    fields("usage", usage);
    fields("has_usage", hasUsage);
    fields("dollars", dollars);
    fields("dollars_source", dollarsSource);
    fields("bytes", bytes);
    fields("content_bytes", contentBytes);
    fields("reasoning_bytes", reasoningBytes);
    fields("stream", isStream);
    fields("content_cut", isContentCut);
    fields("requests_per_minute", requestsPerMinute);
    fields("tokens_per_minute", tokensPerMinute);
}

struct AskEvent {
    enum class Kind {
        Ready,     ///< hello was accepted; requests may follow
        Refused,   ///< hello was rejected: `code`, `text`, `where`, `hint`; the last event
        Sent,      ///< a try was saved in the spool and is being sent
        FirstByte, ///< the head of the answer has arrived
        Delta,     ///< `text` was added to content or reasoning; at most a few per second
        Answered,  ///< the answer is complete: `answer`; its bytes are in the spool
        Failed,    ///< a try failed: `failure`, `text`; retried after `waitSeconds` unless final
        Note,      ///< message for the user: `text`
        Closed,    ///< the endpoint was given up: `text`
        Stopped,   ///< the session has ended
    };
    Kind kind = Kind::Note;
    std::string ask;  ///< the uuid of the Ask
    std::string uuid; ///< uuid of the try
    std::int64_t attempt = 0;
    std::string text;
    bool isReasoning = false;
    FailureClass failure = FailureClass::Transient;
    bool isFinal = false;
    double waitSeconds = 0;
    AnswerSummary answer;
    Cost spent;       ///< total of the run so far
    Cost reserved;    ///< open reservations of the run
    std::string code; ///< name(Errc)
    std::string where;
    std::string hint;
};

/// Returns the name, such as "first_byte".
const char *name(AskEvent::Kind kind);
std::optional<AskEvent::Kind> askEventKindNamed(const std::string &name);

template <typename Fields>
void listFields(Fields &fields, AskEvent &event)
{
    auto &[kind, ask, uuid, attempt, text, isReasoning, failure, isFinal, waitSeconds, answer,
           spent, reserved, code, where, hint]
        = event;
    fields.named(
        "kind", kind, [](AskEvent::Kind each) { return name(each); }, askEventKindNamed);
    fields("ask", ask);
    fields("uuid", uuid);
    fields("try", attempt);
    fields("text", text);
    fields("reasoning", isReasoning);
    fields.named(
        "class", failure, [](FailureClass each) { return name(each); },
        [](const std::string &word) { return failureClassNamed(word); });
    fields("final", isFinal);
    fields("wait_seconds", waitSeconds);
    fields("answer", answer);
    fields("spent", spent);
    fields("reserved", reserved);
    fields("code", code);
    fields("where", where);
    fields("hint", hint);
}

/// Converts an error into the event that rejects a session, and back.
AskEvent refusal(const Error &error);
Error errorOf(const AskEvent &refused);

/// Converts a message with its kind into JSON, and back.
template <typename T>
Json askMessage(const char *kind, const T &value)
{
    Json message = fieldsToJson(value);
    message["kind"] = kind;
    return message;
}
template <typename T>
Status readAskMessage(Json message, T &value)
{
    message.erase("kind");
    return readFields(message, "message", MissingFields::Refused, value);
}

} // namespace loupe
