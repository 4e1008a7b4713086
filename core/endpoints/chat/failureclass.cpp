// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/chat/failureclass.h"

#include "core/base/json.h"
#include "core/endpoints/chat/answerassembler.h"
#include "core/sandbox/system/outputtail.h"

#include <array>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr std::size_t maxQuoteLength = 500;
constexpr std::array<const char *, 8> failureNames{"transient", "unknown", "request",  "lane",
                                                   "budget",    "disk",    "cassette", "cancelled"};

FailureClass classOf(int status, const EndpointError &error)
{
    if (status == 429 && error.type == "insufficient_quota")
        return FailureClass::Lane;
    if (status == 408 || status == 409 || status == 425 || status == 429 || status >= 500)
        return FailureClass::Transient;
    if ((status >= 300 && status < 400) || (status >= 401 && status <= 404))
        return FailureClass::Lane;
    return FailureClass::Request;
}

const char *adviceFor(int status)
{
    switch (status) {
    case 401:
        return "the endpoint rejects the key";
    case 402:
        return "the endpoint requires credit";
    case 403:
        return "the endpoint does not allow this with the key";
    case 404:
        return "the endpoint has no such address or model";
    case 413:
        return "the request is too large";
    default:
        return "";
    }
}

/// Formats an error as "key may not be empty (type; field x; needs 5000 tokens)".
std::string wordsOf(const EndpointError &error)
{
    std::string text = error.text;
    std::string more = error.type;
    if (!error.param.empty())
        more += fmt::format("{}field {}", more.empty() ? "" : "; ", error.param);
    if (error.promptTokens)
        more += fmt::format("{}the request has {} tokens", more.empty() ? "" : "; ",
                            *error.promptTokens);
    if (!more.empty())
        text += (text.empty() ? "" : " ") + ("(" + more + ")");
    return text;
}

} // namespace

const char *name(FailureClass failure)
{
    return failureNames[static_cast<std::size_t>(failure)];
}

std::optional<FailureClass> failureClassNamed(std::string_view name)
{
    for (std::size_t i = 0; i < failureNames.size(); ++i) {
        if (failureNames[i] == name)
            return static_cast<FailureClass>(i);
    }
    return std::nullopt;
}

AskFailure classifyStatus(int status, std::string_view body, std::string_view location)
{
    EndpointError error;
    const auto document = parseJson(body, "answer");
    if (document)
        error = endpointErrorIn(*document).value_or(EndpointError());
    std::string words = wordsOf(error);
    if (words.empty())
        words = validUtf8(body.substr(0, maxQuoteLength));
    AskFailure failure{classOf(status, error), fmt::format("status {}", status), false};
    const std::string advice = status >= 300 && status < 400
        ? fmt::format("redirects are not followed; it leads to \"{}\"",
                      validUtf8(location.substr(0, maxQuoteLength)))
        : adviceFor(status);
    if (!advice.empty())
        failure.text += ", " + advice;
    if (!words.empty())
        failure.text += ": " + words;
    failure.isLoading = status == 503 && words.find("oading model") != std::string::npos;
    return failure;
}

AskFailure classifyError(const EndpointError &error)
{
    const int status = error.status && *error.status >= 400 && *error.status < 600
        ? static_cast<int>(*error.status)
        : 500;
    return {classOf(status, error), "the answer is an error: " + wordsOf(error), false};
}

} // namespace loupe
