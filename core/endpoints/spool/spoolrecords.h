// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fieldlisting.h"
#include "core/endpoints/chat/requestkey.h"
#include "core/endpoints/pace/ledger.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace loupe {

/// First line of an answer's file.
inline constexpr std::string_view answerFileTitle = "kloupe-answer 1\n";

/// Request as saved before it is sent.
struct SpooledRequest {
    std::string uuid; ///< uuid of this try
    std::string ask;  ///< uuid of the first try
    RequestKey place;
    std::string resource; ///< "/chat/completions"
    std::string body;     ///< canonical JSON
    Cost reserved;
    std::string plannedAt; ///< UTC
};

template <typename Fields>
void listFields(Fields &fields, SpooledRequest &request)
{
    auto &[uuid, ask, place, resource, body, reserved, plannedAt] = request;
    fields("uuid", uuid);
    fields("ask", ask);
    fields("place", place);
    fields("resource", resource);
    fields("body", body);
    fields("reserved", reserved);
    fields("planned_at", plannedAt);
}

/// Status and selected headers of an answer; names in lower case.
struct AnswerHead {
    int status = 0;
    std::map<std::string, std::string> headers;

    std::string header(const std::string &name) const
    {
        const auto found = headers.find(name);
        return found == headers.end() ? std::string() : found->second;
    }
};

template <typename Fields>
void listFields(Fields &fields, AnswerHead &head)
{
    auto &[status, headers] = head;
    fields("status", status);
    fields("headers", headers);
}

/// End of a try. `state` is "answered", "failed", or "unknown" if the answer was cut.
struct AnswerEnd {
    std::string state;
    std::string failure;           ///< name(FailureClass), or empty
    std::string text;              ///< error message, without secrets
    bool isBillingUnknown = false; ///< it was sent, and its cost is unknown
    bool isWithheld = false;       ///< its bytes repeated the key and were not saved
    std::string wire;              ///< end of the connection: "whole", "reset", …
    std::int64_t bytes = 0;
    double firstByteSeconds = 0; ///< since sending; 0 if none arrived
    double seconds = 0;          ///< since sending
};

template <typename Fields>
void listFields(Fields &fields, AnswerEnd &end)
{
    auto &[state, failure, text, isBillingUnknown, isWithheld, wire, bytes, firstByteSeconds,
           seconds]
        = end;
    fields("state", state);
    fields("failure", failure);
    fields("text", text);
    fields("billing_unknown", isBillingUnknown);
    fields("withheld", isWithheld);
    fields("wire", wire);
    fields("bytes", bytes);
    fields("first_byte_seconds", firstByteSeconds);
    fields("seconds", seconds);
}

} // namespace loupe
