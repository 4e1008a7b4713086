// SPDX-License-Identifier: Apache-2.0
#include "core/judge/judgeserver.h"

#include "core/judge/comparisonjson.h"
#include "core/judge/nestedcomparison.h"
#include "core/model/valuejson.h"
#include "core/sandbox/tensorarena.h"
#include "core/sandbox/tensorspecjson.h"

#include <optional>

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
    std::size_t mapBytes = 0;
    for (std::size_t i = 0; i < specs->size(); ++i) {
        const Result<ComparisonRule> rule = ruleFromJson(body["rules"][i]);
        if (!rule)
            return rule.error();
        OutputComparison output
            = compareOutput((*specs)[i], *rule, expected->bytes(i), actual->bytes(i));
        if (mapBytes + output.map.share.size() > mapBytesPerComparison)
            output.map = {};
        mapBytes += output.map.share.size();
        outputs.push_back(toJson(output));
    }
    return Json{{"outputs", std::move(outputs)}};
}

/// One side of a nested comparison.
struct Side {
    Value value;
    std::optional<TensorArena> tensors;

    const TensorArena *arena() const { return tensors ? &*tensors : nullptr; }
};

Result<Side> sideFrom(Message &request)
{
    const Json &body = request.body;
    if (!body.contains("value") || !body.contains("tensors"))
        return badRequest("a request to the judge lacks a part");
    Result<std::vector<TensorSpec>> specs = tensorSpecsFromJson(body["tensors"]);
    if (!specs)
        return specs.error();
    if (request.fds.size() != (specs->empty() ? 0U : 1U))
        return badRequest("a request to the judge has not one descriptor for its tensors");
    Result<Value> value = valueFromJson(body["value"], specs->size());
    if (!value)
        return value.error();
    Side side{std::move(value).value(), std::nullopt};
    if (!specs->empty()) {
        Result<TensorArena> arena
            = TensorArena::map(std::move(request.fds[0]), *specs, TensorArena::Access::ReadOnly);
        if (!arena)
            return arena.error();
        side.tensors = std::move(arena).value();
    }
    return side;
}

/// The expectation, kept until the result that belongs to it comes.
struct Held {
    Side expected;
    NestedRule rule;
};

Result<Json> compareSides(Message &request, std::optional<Held> &held)
{
    Result<Side> side = sideFrom(request);
    if (!side)
        return side.error();
    if (request.body["compare_nested"] == "expected") {
        Result<NestedRule> rule = nestedRuleFromJson(request.body.value("rule", Json()));
        if (!rule)
            return rule.error();
        held = Held{std::move(side).value(), std::move(rule).value()};
        return Json{{"ready", true}};
    }
    if (!held)
        return badRequest("the judge was given a result before its expectation");
    const Held expectation = std::move(*held);
    held.reset();
    const NestedComparison comparison
        = compareNested(expectation.expected.value, expectation.expected.arena(), side->value,
                        side->arena(), expectation.rule);
    return Json{{"comparison", toJson(comparison)}};
}

} // namespace

Status serveComparisons(Channel &channel)
{
    std::optional<Held> held;
    for (;;) {
        Result<Message> request
            = channel.receive(std::chrono::steady_clock::time_point::max(), std::stop_token());
        if (!request)
            return request.error().code == Errc::Io ? Status() : request.error();
        const Result<Json> answer = request->body.contains("compare_nested")
            ? compareSides(*request, held)
            : compareAll(*request);
        Status sent = channel.send(answer ? *answer : Json{{"error", answer.error().text()}});
        if (!sent)
            return sent;
    }
}

} // namespace loupe
