// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe-host/faults.h"
#include "app/kloupe-host/roles.h"
#include "core/model/values/elementtypes.h"
#include "core/platforms/host/hostverdict.h"
#include "core/platforms/inputs/generators.h"

#include <fcntl.h>

namespace loupe {

namespace {

using Access = TensorArena::Access;

Error taskError(std::string message)
{
    return Error{Errc::InvalidInput, std::move(message)};
}

bool holdsNan(DType dtype, std::span<const std::byte> bytes)
{
    return withElement(dtype, [&]<typename Element>(Element) {
        const auto count = static_cast<std::int64_t>(bytes.size() / sizeof(Element));
        for (std::int64_t i = 0; i < count; ++i) {
            if (isNan(valueOf(loadElement<Element>(bytes.data(), i))))
                return true;
        }
        return false;
    });
}

/// Returns true if an output still holds the poison value. Types below four bytes are not checked,
/// since they can hold it by accident.
bool holdsPoison(DType dtype, std::span<const std::byte> bytes)
{
    const auto size = static_cast<std::size_t>(byteSize(dtype));
    if (size < 4)
        return false;
    for (std::size_t at = 0; at < bytes.size(); at += size) {
        if (isPoisoned(bytes.subspan(at, size)))
            return true;
    }
    return false;
}

Status drawInputs(Fd memory, const HostTrial &trial, const std::vector<Drawing> &drawings)
{
    Result<TensorArena> inputs
        = TensorArena::map(std::move(memory), trial.inputs, Access::ReadWrite);
    if (!inputs)
        return inputs.error();
    for (std::size_t i = 0; i < drawings.size(); ++i) {
        if (Status drawn = drawTensor(trial.inputs[i], drawings[i].generator, drawings[i].seed,
                                      inputs->bytes(i));
            !drawn)
            return drawn;
    }
    return {};
}

Status checkExpected(const TensorArena &expected)
{
    for (std::size_t i = 0; i < expected.count(); ++i) {
        const TensorSpec &spec = expected.spec(i);
        if (holdsNan(spec.dtype, expected.bytes(i)))
            return taskError("the reference writes NaN to output \"" + spec.name + "\"");
        if (holdsPoison(spec.dtype, expected.bytes(i)))
            return taskError("the reference leaves elements of output \"" + spec.name
                             + "\" unwritten");
    }
    return {};
}

/// Draws the inputs and computes the reference's outputs. Unmaps everything on return, so that the
/// engine can seal the memory.
Status compute(Message &request, HostStatus &status, const Kernel &kernel)
{
    const Json &body = request.body["draw"];
    Result<HostTrial> trial = hostTrialFromJson(body);
    Result<std::vector<Drawing>> drawings = drawingsFromJson(body.value("drawings", Json()));
    if (!trial || !drawings || request.fds.size() != 2 || drawings->size() != trial->inputs.size())
        return taskError("not a trial to draw");
    Fd again(fcntl(request.fds[0].get(), F_DUPFD_CLOEXEC, 0));
    if (Status drawn = drawInputs(std::move(request.fds[0]), *trial, *drawings); !drawn)
        return drawn;
    const Result<TensorArena> inputs
        = TensorArena::map(std::move(again), trial->inputs, Access::ReadOnly);
    Result<TensorArena> expected
        = TensorArena::map(std::move(request.fds[1]), trial->outputs, Access::ReadWrite);
    if (!inputs || !expected)
        return inputs ? expected.error() : inputs.error();
    watchTensors(*inputs, *expected);
    status.stage = static_cast<std::uint32_t>(HostStage::Calling);
    const Json answer = kernel.call(*trial, *inputs, *expected);
    status.stage = static_cast<std::uint32_t>(HostStage::Answering);
    if (const CallOutcome outcome = verdictOfAnswer(answer, *trial);
        outcome.verdict != Verdict::Correct)
        return taskError("the reference failed: " + outcome.message);
    return checkExpected(*expected);
}

} // namespace

int serveAsOracle(Channel &channel, HostStatus &status, const Kernel &kernel)
{
    for (;;) {
        status.stage = static_cast<std::uint32_t>(HostStage::Waiting);
        Result<Message> request
            = channel.receive(std::chrono::steady_clock::time_point::max(), std::stop_token());
        if (!request)
            return 0;
        const Status done = request->body.contains("draw") ? compute(*request, status, kernel)
                                                           : taskError("not a request");
        Json answer = done ? Json{{"ok", true}} : Json{{"error", done.error().message}};
        answer["id"] = request->body.value("id", Json());
        request->fds.clear();
        if (const Status sent = channel.send(answer); !sent)
            return hostCannotAnswer;
    }
}

} // namespace loupe
