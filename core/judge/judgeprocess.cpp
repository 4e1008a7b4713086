// SPDX-License-Identifier: Apache-2.0
#include "core/judge/judgeprocess.h"

#include "core/base/environment.h"
#include "core/judge/comparisonjson.h"
#include "core/model/values/valuejson.h"
#include "core/sandbox/channel/tensorspecjson.h"
#include "core/sandbox/child/childprocess.h"

#include <algorithm>
#include <span>
#include <utility>

namespace loupe {

namespace {

constexpr auto patience = std::chrono::seconds(120);
constexpr std::int64_t slowestBytesPerSecond = std::int64_t{50} << 20;

Error judgeFailed(const std::string &message, const std::string &detail)
{
    return Error{.code = Errc::Internal,
                 .message = "the judge process failed: " + message,
                 .detail = detail};
}

/// Converts an answer that is an error. Busy if the process lacked memory on the device.
Error answeredError(const Json &reply)
{
    const Json text = reply.value("error", Json("its answer is not one"));
    Error error = judgeFailed(text.is_string() ? text.get<std::string>() : text.dump(), {});
    if (reply.value("busy", false))
        error.code = Errc::Busy;
    return error;
}

/// Returns the request for one side of a nested comparison; adds its descriptor to `fds`.
Json sideRequest(const char *side, const Value &value, const TensorsView &tensors,
                 std::vector<int> &fds)
{
    Json request{{"compare_nested", side}, {"value", toJson(value)}, {"tensors", Json::array()}};
    if (!tensors.specs().empty()) {
        request["tensors"] = toJson(tensors.specs());
        fds.push_back(tensors.descriptor());
    }
    if (tensors.device != nullptr)
        request["memory"] = tensors.device->device;
    return request;
}

std::chrono::seconds patienceFor(const TensorsView &tensors)
{
    return patience + std::chrono::seconds(tensors.bytes() / slowestBytesPerSecond);
}

class StartedJudge final : public JudgeProcess
{
public:
    StartedJudge(Channel channel, std::unique_ptr<ChildProcess> child)
        : m_channel(std::move(channel))
        , m_child(std::move(child))
    {
    }

    Result<std::vector<OutputComparison>> compare(const TensorArena &expected,
                                                  const TensorArena &actual,
                                                  const std::vector<ComparisonRule> &rules,
                                                  std::stop_token stop) override
    {
        const std::span<const TensorSpec> specs = expected.specs();
        if (!std::ranges::equal(specs, actual.specs()) || specs.size() != rules.size())
            return judgeFailed("it was asked to compare tensors of different kinds", {});
        Json request{{"tensors", toJson(specs)}, {"rules", Json::array()}};
        for (const ComparisonRule &rule : rules)
            request["rules"].push_back(toJson(rule));
        if (const Status sent = m_channel.send(request, {expected.fd(), actual.fd()}); !sent)
            return judgeFailed(sent.error().message, m_child->outputSoFar());
        const Result<Json> reply = answer(patienceFor(&expected), stop);
        if (!reply)
            return reply.error();
        return read(*reply, specs.size());
    }

    Result<NestedComparison> compareNested(const Value &expected,
                                           const TensorsView &expectedTensors, const Value &actual,
                                           const TensorsView &actualTensors, const NestedRule &rule,
                                           std::stop_token stop) override
    {
        std::vector<int> fds;
        Json request = sideRequest("expected", expected, expectedTensors, fds);
        NestedRule sentRule = rule;
        auto undecided = std::exchange(sentRule.undecided, {});
        request["rule"] = toJson(sentRule);
        if (Status ready = sendExpectation(request, fds, stop); !ready)
            return ready.error();
        while (!undecided.empty()) {
            request = {{"compare_nested", "undecided"},
                       {"undecided", undecidedToJson(takeUndecided(undecided))}};
            if (Status ready = sendExpectation(request, {}, stop); !ready)
                return ready.error();
        }
        fds.clear();
        request = sideRequest("actual", actual, actualTensors, fds);
        if (const Status sent = m_channel.send(request, fds); !sent) {
            if (sent.error().code == Errc::Io)
                return judgeFailed(sent.error().message, m_child->outputSoFar());
            return NestedComparison{Verdict::BrokeProtocol, "the result is too large a tree", {}};
        }
        const Result<Json> reply = answer(patienceFor(expectedTensors), stop);
        if (!reply)
            return reply.error();
        if (!reply->contains("comparison"))
            return answeredError(*reply);
        return nestedComparisonFromJson((*reply)["comparison"]);
    }

    Result<DeviceCapability> capability(const std::string &device, std::stop_token stop) override
    {
        if (const Status sent = m_channel.send({{"capability", device}}, {}); !sent)
            return judgeFailed(sent.error().message, m_child->outputSoFar());
        const Result<Json> reply = answer(patience, stop);
        if (!reply)
            return reply.error();
        if (!reply->contains("capability"))
            return judgeFailed(reply->value("error", "its answer is not one"), {});
        return deviceCapabilityFromJson((*reply)["capability"]);
    }

private:
    /// Sends a part of the expectation and waits until it has been read.
    Status sendExpectation(const Json &request, const std::vector<int> &fds,
                           const std::stop_token &stop)
    {
        if (const Status sent = m_channel.send(request, fds); !sent)
            return judgeFailed(sent.error().message, m_child->outputSoFar());
        const Result<Json> ready = answer(patience, stop);
        if (!ready)
            return ready.error();
        return ready->contains("error") ? Status(answeredError(*ready)) : Status();
    }

    /// Returns the next answer. Kills the process after a timeout, because its late answer would be
    /// taken for the next one.
    Result<Json> answer(std::chrono::seconds deadline, const std::stop_token &stop)
    {
        Result<Message> reply
            = m_channel.receive(std::chrono::steady_clock::now() + deadline, stop);
        if (reply)
            return std::move(reply->body);
        m_child->kill();
        if (reply.error().code == Errc::Cancelled)
            return reply.error();
        return judgeFailed(reply.error().message, m_child->outputSoFar());
    }

    static Result<std::vector<OutputComparison>> read(const Json &body, std::size_t count)
    {
        if (body.contains("error"))
            return answeredError(body);
        if (!body.contains("outputs") || body["outputs"].size() != count)
            return judgeFailed("its answer is not one", {});
        std::vector<OutputComparison> outputs;
        for (const Json &entry : body["outputs"]) {
            Result<OutputComparison> output = comparisonFromJson(entry);
            if (!output)
                return output.error();
            outputs.push_back(std::move(output).value());
        }
        return outputs;
    }

    Channel m_channel;
    std::unique_ptr<ChildProcess> m_child;
};

} // namespace

Result<std::unique_ptr<JudgeProcess>>
JudgeProcess::start(const std::filesystem::path &judgeProgram,
                    const std::map<std::string, std::string> &variables)
{
    Result<std::pair<Channel, Channel>> ends = Channel::pair();
    if (!ends)
        return ends.error();
    ChildSpec spec;
    spec.argv = {judgeProgram.string(), "--channel", std::to_string(ends->second.fd())};
    spec.inheritedFds = {ends->second.fd()};
    spec.mode = SandboxMode::None; // our own program, which runs no foreign code
    // It needs the same GPUs by the same numbers, and the driver.
    passVariables({"CUDA_VISIBLE_DEVICES", "LD_LIBRARY_PATH"}, spec.environment);
    for (const auto &[name, value] : variables)
        spec.environment[name] = value;
    Result<std::unique_ptr<ChildProcess>> child = ChildProcess::start(spec);
    if (!child)
        return child.error();
    return std::unique_ptr<JudgeProcess>(
        std::make_unique<StartedJudge>(std::move(ends->first), std::move(child).value()));
}

} // namespace loupe
