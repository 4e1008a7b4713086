// SPDX-License-Identifier: Apache-2.0
#include "core/generation/dialogues/spooledtry.h"

#include "core/base/json.h"
#include "core/endpoints/chat/answerassembler.h"
#include "core/endpoints/chat/chatrequest.h"

#include <utility>

namespace loupe {

namespace {

Response responseOf(const SpooledAnswer &spooled, const EntryRule &rule, const Profile &profile)
{
    const bool isWhole = spooled.end && spooled.end->state == "answered";
    ChatAnswer answer
        = assembleAnswer(spooled.head->header("content-type"), spooled.raw,
                         spooled.end && spooled.end->wire == "whole", profile.limits.contentBytes);
    Response out;
    out.content = std::move(answer.content);
    out.reasoning = std::move(answer.reasoning);
    out.finishReason = std::move(answer.finishReason);
    out.modelSaid = std::move(answer.model);
    out.fingerprint = std::move(answer.fingerprint);
    out.isComplete = isWhole;
    if (answer.hasUsage) {
        out.inputTokens = answer.usage.input;
        out.cachedTokens = answer.usage.cached;
        out.outputTokens = answer.usage.output;
        out.reasoningTokens = answer.usage.reasoning;
        out.usageSource = "reported";
    }
    if (const auto cost = costOf(answer.usage, profile.prices)) {
        out.dollars = cost->dollars();
        out.dollarsSource = answer.usage.dollars ? "reported" : "priced";
    }
    if (isWhole)
        out.extractions = {
            extractCode({out.content, out.finishReason, !answer.refusal.empty()}, rule).extraction};
    return out;
}

std::string stateOf(const SpooledAnswer &spooled)
{
    if (!spooled.end || spooled.end->state == "unknown" || spooled.end->isBillingUnknown)
        return "unknown";
    return spooled.end->state == "answered" ? "answered" : "failed";
}

Cost maxCostOf(const Request &request, const Profile &profile)
{
    Cost cost;
    cost.requests = 1;
    const auto bound = boundOf(request.body, profile.endpoint);
    if (!bound)
        return cost;
    cost.input = bound->input;
    cost.output = bound->output;
    if (profile.prices)
        cost.money = profile.prices->input * cost.input + profile.prices->output * cost.output;
    return cost;
}

/// Calls `each` with role and content of each message; ignores an invalid body.
template <typename Each>
void eachMessage(const std::string &body, Each each)
{
    const Json json = Json::parse(body, nullptr, false);
    if (!json.is_object() || !json.contains("messages") || !json.at("messages").is_array())
        return;
    for (const Json &message : json.at("messages")) {
        if (message.is_object())
            each(message.value("role", ""), message.value("content", ""));
    }
}

} // namespace

Request requestOf(const SpooledAnswer &spooled, const EntryRule &rule, const Profile &profile)
{
    const SpooledRequest &asked = spooled.request;
    Request out;
    out.uuid = asked.uuid;
    out.round = static_cast<int>(asked.place.round);
    out.purpose = asked.place.purpose;
    out.attempt = static_cast<int>(asked.place.attempt) - 1;
    out.httpMethod = "POST";
    out.path = asked.resource;
    out.body = asked.body;
    out.state = stateOf(spooled);
    if (profile.prices)
        out.reservedDollars = asked.reserved.money.dollars();
    out.plannedAt = asked.plannedAt;
    if (spooled.end) {
        out.errorClass = spooled.end->failure;
        out.errorText = spooled.end->text;
    }
    if (!spooled.head)
        return out;
    out.httpStatus = spooled.head->status;
    out.providerRequestId = spooled.head->header("x-request-id");
    if (out.providerRequestId.empty())
        out.providerRequestId = spooled.head->header("request-id");
    if (!spooled.raw.empty())
        out.response = responseOf(spooled, rule, profile);
    return out;
}

RawAnswers rawAnswersIn(std::filesystem::path spool)
{
    return [spool = std::move(spool)](const std::string &request) {
        return readSpooledBytes(spool, request);
    };
}

Cost spentBy(const Request &request, const Profile &profile)
{
    const Response *response = request.response ? &*request.response : nullptr;
    const bool isReported = response != nullptr && response->inputTokens && response->outputTokens;
    if (request.state == "failed" && !isReported)
        return {1, 0, 0, {}};
    Cost cost = maxCostOf(request, profile);
    if (!isReported)
        return cost;
    cost.input = *response->inputTokens;
    cost.output = *response->outputTokens;
    if (response->dollars)
        cost.money = Money::fromDollars(*response->dollars).value_or(cost.money);
    return cost;
}

std::string toldIn(const std::string &body)
{
    std::string told;
    eachMessage(body, [&](const std::string &role, const std::string &content) {
        if (role == "user")
            told = content;
    });
    return told;
}

std::vector<ShownProgram> shownIn(const std::string &body)
{
    std::vector<ShownProgram> shown;
    eachMessage(body, [&](const std::string &role, const std::string &content) {
        if (role == "assistant")
            shown.push_back({content, {}});
        else if (role == "user" && !shown.empty())
            shown.back().told = content;
    });
    return shown;
}

} // namespace loupe
