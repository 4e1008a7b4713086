// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe-host/faults.h"
#include "app/kloupe-host/roles.h"
#include "core/platforms/host/hostverdict.h"

#include <chrono>
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

Json call(Prepared &prepared, HostStatus &status, const Kernel &kernel)
{
    if (!prepared.outputs)
        return {{"error", "nothing is prepared"}};
    status.allocationFailed = 0;
    status.processLimitReached = 0;
    status.stage = static_cast<std::uint32_t>(HostStage::Calling);
    Json answer = kernel.call(prepared.trial, *prepared.inputs, *prepared.outputs);
    if (!isHostProcess())
        _exit(0); // a child that the candidate forked and that came back from the entry point
    status.stage = static_cast<std::uint32_t>(HostStage::Answering);
    std::fflush(stdout);
    return answer;
}

void pause()
{
    const auto end = std::chrono::steady_clock::now() + linePause;
    while (std::chrono::steady_clock::now() < end) { }
}

/// Answers requests on the line until the engine wants to talk again. False where an answer that
/// needs words cannot be sent.
bool serveLine(Channel &channel, HostStatus &status, const Kernel &kernel, Prepared &prepared,
               std::uint32_t &last)
{
    const Json good{{"returned", 0}};
    for (bool hadToWake = false;;) {
        status.stage = static_cast<std::uint32_t>(HostStage::Waiting);
        last = awaitRequest(status.line, last, !hadToWake);
        const LineRequest kind = lineKind(last);
        if (kind == LineRequest::Talk)
            return true;
        if (kind == LineRequest::Pause)
            pause();
        bool hasDetails = false;
        if (kind == LineRequest::Call) {
            const Json answer = call(prepared, status, kernel);
            hasDetails = answer != good;
            if (hasDetails && !channel.send(answer))
                return false;
        }
        hadToWake = postAnswer(status.line, hasDetails ? last | lineDetails : last);
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
