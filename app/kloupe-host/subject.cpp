// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe-host/faults.h"
#include "app/kloupe-host/roles.h"
#include "core/platforms/host/hostverdict.h"

#include <cstdio>

#include <unistd.h>

namespace loupe {

namespace {

using Access = TensorArena::Access;

/// The tensors of the trial that was prepared last.
struct Prepared {
    HostTrial trial;
    std::optional<TensorArena> inputs;
    std::optional<TensorArena> outputs;
};

Json refusal(const Error &error)
{
    return {{"error", error.message}};
}

Json prepare(Prepared &prepared, Message &request)
{
    Result<HostTrial> trial = hostTrialFromJson(request.body["prepare"]);
    if (!trial || request.fds.size() != 2)
        return {{"error", "not a trial"}};
    prepared.inputs.reset();
    prepared.outputs.reset();
    prepared.trial = std::move(trial).value();
    Result<TensorArena> inputs
        = TensorArena::map(std::move(request.fds[0]), prepared.trial.inputs, Access::ReadOnly);
    if (!inputs)
        return refusal(inputs.error());
    Result<TensorArena> outputs
        = TensorArena::map(std::move(request.fds[1]), prepared.trial.outputs, Access::ReadWrite);
    if (!outputs)
        return refusal(outputs.error());
    prepared.inputs = std::move(inputs).value();
    prepared.outputs = std::move(outputs).value();
    watchTensors(*prepared.inputs, *prepared.outputs);
    return {{"ok", true}};
}

Json call(Prepared &prepared, HostStatus &status, const Kernel &kernel, const Json &times)
{
    if (!times.is_number_integer())
        return {{"error", "not a number of calls"}};
    if (times == 0)
        return {{"returned", 0}};
    if (!prepared.outputs)
        return {{"error", "nothing is prepared"}};
    status.allocationFailed = 0;
    status.processLimitReached = 0;
    status.stage = static_cast<std::uint32_t>(HostStage::Calling);
    Json answer = kernel.call(prepared.trial, *prepared.inputs, *prepared.outputs,
                              times.get<std::int64_t>());
    if (!isHostProcess())
        _exit(0); // a child that the candidate forked and that came back from the entry point
    status.stage = static_cast<std::uint32_t>(HostStage::Answering);
    std::fflush(stdout);
    return answer;
}

} // namespace

int serveAsSubject(Channel &channel, HostStatus &status, const Kernel &kernel)
{
    Prepared prepared;
    for (;;) {
        status.stage = static_cast<std::uint32_t>(HostStage::Waiting);
        Result<Message> request
            = channel.receive(std::chrono::steady_clock::time_point::max(), std::stop_token());
        if (!request)
            return 0;
        Json answer = request->body.contains("prepare")
            ? prepare(prepared, *request)
            : call(prepared, status, kernel, request->body.value("call", Json()));
        answer["id"] = request->body.value("id", Json());
        if (const Status sent = channel.send(answer); !sent)
            return hostCannotAnswer;
    }
}

} // namespace loupe
