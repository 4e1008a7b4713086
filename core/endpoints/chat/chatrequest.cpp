// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/chat/chatrequest.h"

#include "core/base/json.h"
#include "core/sandbox/system/outputtail.h"

#include <cmath>

namespace loupe {

namespace {
constexpr std::int64_t tokensOfAMessage = 64;  // covers the role, separators and text of the chat
                                               // template
constexpr std::int64_t seedsOfARound = 10'000; // equals the maximum number of samples
} // namespace

std::string_view chatResource()
{
    return "/chat/completions";
}

std::string chatBody(const Profile &profile, const std::vector<ChatMessage> &messages,
                     std::int64_t sample, std::int64_t maxOutput, std::int64_t round)
{
    const ModelParameters &parameters = profile.parameters;
    Json body = parameters.extra;
    body["model"] = profile.model;
    body["messages"] = Json::array();
    for (const ChatMessage &message : messages)
        body["messages"].push_back(
            {{"role", message.role}, {"content", validUtf8(message.content)}});
    body[profile.endpoint.maxOutputName] = maxOutput;
    if (!parameters.temperature.empty())
        body["temperature"]
            = parameters
                  .temperature[static_cast<std::size_t>(sample) % parameters.temperature.size()];
    if (parameters.topP)
        body["top_p"] = *parameters.topP;
    if (parameters.seed)
        body["seed"] = *parameters.seed + sample + seedsOfARound * round;
    body["stream"] = profile.endpoint.isStreamed;
    if (profile.endpoint.isStreamed)
        body["stream_options"] = {{"include_usage", true}};
    return body.dump();
}

Result<RequestBound> boundOf(std::string_view body, const Endpoint &endpoint, double tokensPerByte)
{
    const auto json = parseJson(body, "request");
    if (!json)
        return json.error();
    std::vector<JsonProblem> problems;
    const JsonReader object(*json, "request", "", problems);
    RequestBound bound;
    bound.output = object.requiredInteger(endpoint.maxOutputName);
    double bytes = 0;
    for (const JsonReader &message : object.objects("messages")) {
        bytes += static_cast<double>(message.requiredString("content").size());
        bound.input += tokensOfAMessage;
    }
    if (problems.empty() && bound.output < 1)
        object.problem(endpoint.maxOutputName, "must be above 0");
    if (!problems.empty())
        return toError(problems);
    bound.input += static_cast<std::int64_t>(std::ceil(bytes * tokensPerByte));
    return bound;
}

} // namespace loupe
