// SPDX-License-Identifier: Apache-2.0
#include "core/judge/judgeserver.h"

#include "core/judge/comparisonjson.h"
#include "core/judge/nestedcomparison.h"
#include "core/model/values/valuejson.h"
#include "core/sandbox/channel/tensorarena.h"
#include "core/sandbox/channel/tensorspecjson.h"

#include <optional>

namespace loupe {

namespace {

Error badRequest(const char *message)
{
    return Error{Errc::Corrupt, message};
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
    std::unique_ptr<ReadableTensors> onDevice;

    const TensorArena *arena() const { return tensors ? &*tensors : nullptr; }
};

/// Opens tensors in the memory of a GPU.
Result<std::unique_ptr<ReadableTensors>> openOnDevice(DeviceTensors tensors, bool isExpected,
                                                      DeviceComparer *devices)
{
    if (devices == nullptr)
        return Error{Errc::Unsupported,
                     "this judge cannot reach the memory of a GPU: it was built without CUDA",
                     tensors.device};
    using Keep = DeviceComparer::Keep;
    auto opened = devices->open(std::move(tensors), isExpected ? Keep::Mapped : Keep::Copied);
    // The reference's expectation must be valid, so its error is not the candidate's.
    if (!opened && isExpected && opened.error().code == Errc::InvalidInput)
        return badRequest(("the expectation: " + opened.error().text()).c_str());
    return opened;
}

Result<Side> sideFrom(Message &request, DeviceComparer *devices)
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
    Side side{std::move(value).value(), std::nullopt, nullptr};
    const std::string memory = body.value("memory", std::string(hostMemory));
    if (!specs->empty() && memory != hostMemory) {
        auto opened = openOnDevice({std::move(request.fds[0]), std::move(specs).value(), memory},
                                   body["compare_nested"] == "expected", devices);
        if (!opened)
            return opened.error();
        side.onDevice = std::move(opened).value();
    } else if (!specs->empty()) {
        Result<TensorArena> arena
            = TensorArena::map(std::move(request.fds[0]), *specs, TensorArena::Access::ReadOnly);
        if (!arena)
            return arena.error();
        side.tensors = std::move(arena).value();
    }
    return side;
}

/// Expectation that waits for its result.
struct Held {
    Side expected;
    NestedRule rule;
};

Result<NestedComparison> compareHeld(const Held &held, const Side &actual, DeviceComparer *devices)
{
    const Side &expected = held.expected;
    const bool isHost = expected.tensors || actual.tensors;
    if (isHost && (expected.onDevice || actual.onDevice))
        return badRequest("the judge was given one side in a GPU's memory and one in the host's");
    if (expected.onDevice || actual.onDevice)
        return compareNested(expected.value, actual.value,
                             DevicePair(*devices, expected.onDevice.get(), actual.onDevice.get()),
                             held.rule);
    return compareNested(expected.value, actual.value, HostPair(expected.arena(), actual.arena()),
                         held.rule);
}

/// Adds elements that roundings decide. They come in parts, because a message has a limit.
Result<Json> addUndecided(const Json &body, std::optional<Held> &held)
{
    const auto listed = body.find("undecided");
    if (!held || listed == body.end())
        return badRequest("the judge was given undecided elements without an expectation");
    const auto part = undecidedFromJson(*listed);
    if (!part)
        return part.error();
    for (const auto &[place, elements] : *part)
        held->rule.undecided[place].append(elements);
    return Json{{"ready", true}};
}

Result<Json> compareSides(Message &request, std::optional<Held> &held, DeviceComparer *devices)
{
    if (request.body["compare_nested"] == "undecided")
        return addUndecided(request.body, held);
    Result<Side> side = sideFrom(request, devices);
    // For a result, memory other than claimed is the candidate's fault.
    if (!side && held && side.error().code == Errc::InvalidInput) {
        held.reset();
        return Json{{"comparison",
                     toJson(NestedComparison{Verdict::BrokeProtocol, side.error().message, {}})}};
    }
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
    const Result<NestedComparison> comparison = compareHeld(expectation, *side, devices);
    if (!comparison)
        return comparison.error();
    return Json{{"comparison", toJson(*comparison)}};
}

Result<Json> capabilityOf(const Json &device, DeviceComparer *devices)
{
    if (!device.is_string())
        return badRequest("a question about a device names none");
    DeviceCapability capability;
    if (devices != nullptr)
        capability = devices->capability(device.get<std::string>());
    else
        capability.reason = "kloupe-judge was built without CUDA";
    return Json{{"capability", toJson(capability)}};
}

Json toJson(const Error &error)
{
    return {{"error", error.text()}, {"busy", error.code == Errc::Busy}};
}

} // namespace

Status serveComparisons(Channel &channel, DeviceComparer *devices)
{
    std::optional<Held> held;
    for (;;) {
        Result<Message> request
            = channel.receive(std::chrono::steady_clock::time_point::max(), std::stop_token());
        if (!request)
            return request.error().code == Errc::Io ? Status() : request.error();
        const Json &body = request->body;
        const Result<Json> answer = body.contains("capability")
            ? capabilityOf(body["capability"], devices)
            : body.contains("compare_nested") ? compareSides(*request, held, devices)
                                              : compareAll(*request);
        Status sent = channel.send(answer ? *answer : toJson(answer.error()));
        if (!sent)
            return sent;
    }
}

} // namespace loupe
