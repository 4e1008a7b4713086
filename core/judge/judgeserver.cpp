// SPDX-License-Identifier: Apache-2.0
#include "core/judge/judgeserver.h"

#include "core/judge/comparisonjson.h"
#include "core/sandbox/tensorarena.h"
#include "core/sandbox/tensorspecjson.h"

namespace loupe {

namespace {

Error badRequest(const char *message)
{
    return Error{Errc::Corrupt, message, {}, {}, {}};
}

Result<Json> compareAll(Message &request)
{
    const Json &body = request.body;
    if (!body.contains("tensors") || !body.contains("rules") || !body["rules"].is_array()
        || request.fds.size() != 2)
        return badRequest("a request to the judge lacks a part");
    Result<std::vector<TensorSpec>> specs = tensorSpecsFromJson(body["tensors"]);
    if (!specs)
        return specs.error();
    if (specs->size() != body["rules"].size())
        return badRequest("a request to the judge has not one rule per tensor");
    using Access = TensorArena::Access;
    const auto expected = TensorArena::map(std::move(request.fds[0]), *specs, Access::ReadOnly);
    const auto actual = TensorArena::map(std::move(request.fds[1]), *specs, Access::ReadOnly);
    if (!expected || !actual)
        return expected ? actual.error() : expected.error();
    Json outputs = Json::array();
    for (std::size_t i = 0; i < specs->size(); ++i) {
        const Result<ComparisonRule> rule = ruleFromJson(body["rules"][i]);
        if (!rule)
            return rule.error();
        outputs.push_back(
            toJson(compareOutput((*specs)[i], *rule, expected->bytes(i), actual->bytes(i))));
    }
    return Json{{"outputs", std::move(outputs)}};
}

} // namespace

Status serveComparisons(Channel &channel)
{
    for (;;) {
        Result<Message> request
            = channel.receive(std::chrono::steady_clock::time_point::max(), std::stop_token());
        if (!request)
            return request.error().code == Errc::Io ? Status() : request.error();
        const Result<Json> answer = compareAll(*request);
        Status sent = channel.send(answer ? *answer : Json{{"error", answer.error().text()}});
        if (!sent)
            return sent;
    }
}

} // namespace loupe
