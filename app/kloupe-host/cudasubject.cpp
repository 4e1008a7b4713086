// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe-host/faults.h"
#include "app/kloupe-host/roles.h"
#include "core/gpu/cudastage.h"
#include "core/platforms/host/hostverdict.h"
#include "core/sandbox/channel/devicetensors.h"

#include <cstdio>
#include <optional>

#include <unistd.h>

namespace loupe {

namespace {

using Access = TensorArena::Access;

class CudaSubject
{
public:
    CudaSubject(HostStatus &status, const Kernel &kernel, CudaStage &stage)
        : m_status(status)
        , m_kernel(kernel)
        , m_stage(stage)
    {
    }

    Json answer(Message &request)
    {
        if (request.body.contains("prepare"))
            return prepare(request);
        const Json &body = request.body;
        const Json times = body.value("call", Json());
        if (times == 0)
            return {{"returned", 0}};
        if (!m_outputs)
            return {{"error", "nothing is prepared"}};
        if (body.contains("settle"))
            return m_stage.settle();
        if (body.contains("place"))
            return m_stage.place();
        if (body.contains("outputs"))
            return m_stage.takeOutputs(*m_outputs);
        if (times != 1 && !body.contains("time"))
            return {{"error", "not a request"}};
        m_status.allocationFailed = 0;
        m_status.processLimitReached = 0;
        m_status.stage = static_cast<std::uint32_t>(HostStage::Calling);
        const auto call = [this](std::span<std::byte *const> inputs) { return callOn(inputs); };
        Json out = body.contains("time")
            ? m_stage.time(body["time"], call)
            : m_stage.verify(
                call, [this] { return m_kernel.takeCudaError(); }, *m_outputs);
        if (!isHostProcess())
            _exit(0); // a child forked by the candidate returned from the entry point
        m_status.stage = static_cast<std::uint32_t>(HostStage::Answering);
        std::fflush(stdout);
        return out;
    }

private:
    Json prepare(Message &request)
    {
        Result<HostTrial> trial = hostTrialFromJson(request.body["prepare"]);
        if (!trial || request.fds.size() != 2)
            return {{"error", "not a trial"}};
        // Work left from the last call must report its error here, before it spoils what follows.
        if (Json left = m_stage.settle(); left.contains("cuda_error"))
            return left;
        m_inputs.reset();
        m_outputs.reset();
        m_trial = std::move(trial).value();
        Result<TensorArena> inputs
            = TensorArena::map(std::move(request.fds[0]), m_trial.inputs, Access::ReadOnly);
        if (!inputs)
            return {{"error", inputs.error().message}};
        Result<TensorArena> outputs
            = TensorArena::map(std::move(request.fds[1]), m_trial.outputs, Access::ReadWrite);
        if (!outputs)
            return {{"error", outputs.error().message}};
        m_inputs = std::move(inputs).value();
        m_outputs = std::move(outputs).value();
        if (const Status made = m_stage.prepare(m_trial.inputs, m_trial.outputs, *m_inputs); !made)
            return {{"error", made.error().message}};
        watchTensors(*m_inputs, *m_outputs);
        return {{"ok", true}};
    }

    Json callOn(std::span<std::byte *const> inputs)
    {
        return m_kernel.call(
            m_trial, {{kDLCUDA, m_stage.ordinal()}, m_stage.stream(), inputs, m_stage.outputs()});
    }

    HostStatus &m_status;
    const Kernel &m_kernel;
    CudaStage &m_stage;
    HostTrial m_trial;
    std::optional<TensorArena> m_inputs;
    std::optional<TensorArena> m_outputs;
};

} // namespace

int serveOnDevice(Channel &channel, HostStatus &status, const char *library,
                  const std::string &device)
{
    const std::optional<int> ordinal = cudaOrdinal(device);
    auto stage = CudaStage::start(ordinal.value_or(0));
    if (!ordinal || !stage) {
        const std::string why = ordinal ? stage.error().message : "there is no device " + device;
        return channel.send({{"device_error", why}}) ? 0 : hostCannotAnswer;
    }
    Json loaded;
    const Kernel kernel = Kernel::load(library, loaded);
    if (const Status sent = channel.send(loaded); !sent)
        return hostCannotAnswer;
    if (!kernel)
        return 0;
    CudaSubject subject(status, kernel, **stage);
    for (;;) {
        status.stage = static_cast<std::uint32_t>(HostStage::Waiting);
        Result<Message> request
            = channel.receive(std::chrono::steady_clock::time_point::max(), std::stop_token());
        if (!request)
            return 0;
        Json answer = subject.answer(*request);
        answer["id"] = request->body.value("id", Json());
        if (const Status sent = channel.send(answer); !sent)
            return hostCannotAnswer;
    }
}

} // namespace loupe
