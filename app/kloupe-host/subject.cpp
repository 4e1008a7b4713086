// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe-host/faults.h"
#include "app/kloupe-host/roles.h"
#include "core/platforms/host/hostverdict.h"

#include <chrono>
#include <cstdio>
#include <utility>

#include <unistd.h>

namespace loupe {

namespace {

using Access = TensorArena::Access;

/// Limit that no engine exceeds, small enough for the memory of a process.
constexpr std::uint64_t maxSlots = 1024;

/// Tensors of the last prepared trial, in all its slots.
struct Prepared {
    HostTrial trial;
    std::optional<TensorArena> inputs;
    std::optional<TensorArena> outputs;
    std::vector<std::byte *> inputPlaces;
    std::vector<std::byte *> outputPlaces;
};

std::vector<TensorSpec> ofSlots(const std::vector<TensorSpec> &specs, std::uint64_t slots)
{
    std::vector<TensorSpec> all;
    for (std::uint64_t slot = 0; slot < slots; ++slot)
        all.insert(all.end(), specs.begin(), specs.end());
    return all;
}

Json refusal(const Error &error)
{
    return {{"error", error.message}};
}

Json prepare(Prepared &prepared, Message &request)
{
    Result<HostTrial> trial = hostTrialFromJson(request.body["prepare"]);
    const Json slots = request.body.value("slots", Json(1U));
    if (!trial || request.fds.size() != 2 || !slots.is_number_unsigned() || slots > maxSlots)
        return {{"error", "not a trial"}};
    const auto count = slots.get<std::uint64_t>();
    prepared.inputs.reset();
    prepared.outputs.reset();
    prepared.trial = std::move(trial).value();
    Result<TensorArena> inputs = TensorArena::map(
        std::move(request.fds[0]), ofSlots(prepared.trial.inputs, count), Access::ReadOnly);
    if (!inputs)
        return refusal(inputs.error());
    Result<TensorArena> outputs = TensorArena::map(
        std::move(request.fds[1]), ofSlots(prepared.trial.outputs, count), Access::ReadWrite);
    if (!outputs)
        return refusal(outputs.error());
    prepared.inputs = std::move(inputs).value();
    prepared.outputs = std::move(outputs).value();
    prepared.inputPlaces = placesOf(*prepared.inputs);
    prepared.outputPlaces = placesOf(*prepared.outputs);
    watchTensors(*prepared.inputs, *prepared.outputs, count);
    return {{"ok", true}};
}

CallRange rangeOf(const CallLine &line)
{
    return {line.first, line.count};
}

Json call(const Prepared &prepared, HostStatus &status, const Kernel &kernel)
{
    status.allocationFailed = 0;
    status.processLimitReached = 0;
    status.stage = static_cast<std::uint32_t>(HostStage::Calling);
    Json answer = kernel.callOnSlots(prepared.trial, prepared.inputPlaces, prepared.outputPlaces,
                                     rangeOf(status.line));
    if (!isHostProcess())
        _exit(0); // a child forked by the candidate returned from the entry point
    status.stage = static_cast<std::uint32_t>(HostStage::Answering);
    std::fflush(stdout);
    return answer;
}

void pause()
{
    const auto end = std::chrono::steady_clock::now() + linePause;
    while (std::chrono::steady_clock::now() < end) { }
}

/// Answers requests on the line until the engine returns to messages. Returns false if an answer
/// that needs a message cannot be sent.
bool serveLine(Channel &channel, HostStatus &status, const Kernel &kernel, Prepared &prepared,
               std::uint32_t &last)
{
    const Json good{{"returned", 0}};
    for (;;) {
        status.stage = static_cast<std::uint32_t>(HostStage::Waiting);
        last = awaitRequest(status.line, last);
        const LineRequest kind = lineKind(last);
        if (kind == LineRequest::Talk)
            return true;
        if (kind == LineRequest::Pause)
            pause();
        bool hasDetails = false;
        if (kind == LineRequest::Calls) {
            const Json answer = call(prepared, status, kernel);
            hasDetails = answer != good;
            if (hasDetails && !channel.send(answer))
                return false;
        }
        postAnswer(status.line, hasDetails ? last | lineDetails : last);
    }
}

} // namespace

int serveAsSubject(Channel &channel, HostStatus &status, const Kernel &kernel)
{
    Prepared prepared;
    std::uint32_t last = status.line.request;
    for (;;) {
        status.stage = static_cast<std::uint32_t>(HostStage::Waiting);
        Result<Message> request
            = channel.receive(std::chrono::steady_clock::time_point::max(), std::stop_token());
        if (!request)
            return 0;
        Json answer = request->body.contains("prepare") ? prepare(prepared, *request)
                                                        : Json{{"error", "not a request"}};
        answer["id"] = request->body.value("id", Json());
        if (const Status sent = channel.send(answer); !sent)
            return hostCannotAnswer;
        if (answer.contains("ok") && !serveLine(channel, status, kernel, prepared, last))
            return hostCannotAnswer;
    }
}

} // namespace loupe
