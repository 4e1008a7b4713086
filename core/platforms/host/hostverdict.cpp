// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/host/hostverdict.h"

#include "core/base/signalname.h"
#include "core/platforms/host/hostlimits.h"

#include <algorithm>
#include <csignal>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr std::uint64_t nearNull = 1U << 20;

std::string tensorName(const HostStatus &status, const HostTrial &trial)
{
    const bool isOutput = status.isOutput != 0;
    const std::vector<TensorSpec> &specs = isOutput ? trial.outputs : trial.inputs;
    const std::uint32_t index = status.tensor;
    return std::string(isOutput ? "output \"" : "input \"")
        + (index < specs.size() ? specs[index].name : "?") + "\"";
}

CallOutcome cpuLimit(const SubjectLimits &limits)
{
    return {Verdict::CpuTimeLimit,
            fmt::format("used more than its {} s of CPU time", limits.cpuSeconds), 0};
}

CallOutcome outOfMemory(const SubjectLimits &limits)
{
    return {Verdict::OutOfMemory,
            fmt::format("asked for more memory than its limit of {} MiB", limits.memoryBytes >> 20),
            0};
}

CallOutcome tooManyProcesses(const SubjectLimits &limits)
{
    return {Verdict::TooManyProcesses,
            fmt::format("reached its limit of processes and threads ({})", limits.processes), 0};
}

CallOutcome besideTensor(const HostStatus &status, const HostTrial &trial)
{
    const std::int64_t distance = status.distance;
    const bool behind = distance >= 0;
    const auto unsignedDistance = static_cast<std::uint64_t>(distance); // untrusted; may be any
                                                                        // value
    return {Verdict::OutOfBounds,
            fmt::format("{} {} bytes {} of {}", status.isWrite != 0 ? "wrote" : "read",
                        behind ? unsignedDistance : 0 - unsignedDistance,
                        behind ? "behind the end" : "before the start", tensorName(status, trial)),
            0};
}

CallOutcome crashed(int signal, const HostStatus &status)
{
    std::string message = "died of " + signalName(signal);
    if (static_cast<HostFault>(status.fault.load()) == HostFault::StackOverflow)
        message += ": the stack overflowed";
    else if ((signal == SIGSEGV || signal == SIGBUS) && status.signal == signal)
        message += fmt::format(" at address {:#x}", status.address.load());
    return {Verdict::Crashed, std::move(message), 0};
}

CallOutcome reasonOfSignal(int signal, const HostStatus &status, const HostTrial &trial,
                           const SubjectLimits &limits)
{
    if (signal == SIGXCPU)
        return cpuLimit(limits);
    if (signal == SIGXFSZ)
        return {Verdict::OutputFlood,
                fmt::format("wrote a file larger than {} MiB", limits.fileBytes >> 20), 0};
    const bool isFault = status.signal == signal && (signal == SIGSEGV || signal == SIGBUS);
    if (isFault && static_cast<HostFault>(status.fault.load()) == HostFault::BesideTensor)
        return besideTensor(status, trial);
    if (isFault && static_cast<HostFault>(status.fault.load()) == HostFault::WroteInput)
        return {Verdict::WroteInput, "wrote to " + tensorName(status, trial), 0};
    // Code that ignores malloc's failure dies at an address near 0.
    const bool isNull = isFault && status.address < nearNull;
    if (status.allocationFailed != 0 && (isNull || signal == SIGABRT))
        return outOfMemory(limits);
    if (status.processLimitReached != 0 && signal == SIGABRT)
        return tooManyProcesses(limits);
    return crashed(signal, status);
}

/// Returns the verdict on a death seen by the host's own signal handler, or by bubblewrap.
CallOutcome verdictOfSignal(int signal, const HostStatus &status, const HostTrial &trial,
                            const SubjectLimits &limits)
{
    CallOutcome outcome = reasonOfSignal(signal, status, trial, limits);
    outcome.signal = signal;
    return outcome;
}

std::string shapeText(const Json &shape)
{
    return shape.dump();
}

/// Returns the verdict on the first output whose declaration was changed.
CallOutcome verdictOfDeclared(const Json &declared, const HostTrial &trial)
{
    CallOutcome broken{Verdict::BrokeProtocol, "its answer describes no outputs", 0};
    if (!declared.is_array() || declared.size() != trial.outputs.size())
        return broken;
    for (std::size_t i = 0; i < trial.outputs.size(); ++i) {
        const Json &entry = declared[i];
        const TensorSpec &spec = trial.outputs[i];
        if (!entry.is_object() || !entry.contains("dtype") || !entry.contains("shape")
            || !entry["dtype"].is_array() || !entry["shape"].is_array())
            return broken;
        const DeclaredDtype dtype = declaredDtype(spec.dtype);
        if (entry["dtype"] != Json{dtype.code, dtype.bits, 1})
            return {Verdict::WrongDtype,
                    fmt::format("output \"{}\" was declared with another type than {}", spec.name,
                                name(spec.dtype)),
                    0};
        if (entry["shape"] != Json(spec.shape))
            return {Verdict::WrongShape,
                    fmt::format("output \"{}\" was declared with shape {}, the task asks for {}",
                                spec.name, shapeText(entry["shape"]), shapeText(spec.shape)),
                    0};
    }
    return {};
}

CallOutcome verdictOfException(const Json &answer)
{
    std::string what = answer.contains("what") && answer["what"].is_string()
        ? answer["what"].get<std::string>().substr(0, maxMessageBytes)
        : std::string();
    if (answer["exception"] == "memory")
        return {Verdict::OutOfMemory, "asked for more memory than its limit: " + what, 0};
    if (answer["exception"] == "processes")
        return {Verdict::TooManyProcesses, "could not start a thread: " + what, 0};
    return {Verdict::Crashed, "threw an exception: " + what, 0};
}

// Values of cudaError_t; the build needs no CUDA header.
constexpr std::int64_t cudaOutOfMemory = 2;
constexpr std::int64_t cudaFirstOfDevice
    = 700; ///< illegal address; the context is lost from this code on
constexpr std::int64_t cudaLaunchTimedOut = 702;

/// Returns true if an untrusted value is an object with integers under these names.
bool hasIntegers(const Json &json, std::initializer_list<const char *> names)
{
    return json.is_object() && std::all_of(names.begin(), names.end(), [&](const char *name) {
               return json.contains(name) && json[name].is_number_integer();
           });
}

CallOutcome unreadable()
{
    return {Verdict::BrokeProtocol, "what it says of the device cannot be understood", 0};
}

/// Returns the name of a tensor by its index, inputs first.
std::optional<std::string> countedTensorName(std::int64_t index, const HostTrial &trial)
{
    const auto inputs = static_cast<std::int64_t>(trial.inputs.size());
    const auto outputs = static_cast<std::int64_t>(trial.outputs.size());
    if (index < 0 || index >= inputs + outputs)
        return std::nullopt;
    return index < inputs
        ? "input \"" + trial.inputs[static_cast<std::size_t>(index)].name + "\""
        : "output \"" + trial.outputs[static_cast<std::size_t>(index - inputs)].name + "\"";
}

CallOutcome verdictOfError(const Json &error)
{
    if (!hasIntegers(error, {"code"}))
        return unreadable();
    const auto code = error["code"].get<std::int64_t>();
    const auto text = error.find("text");
    const std::string what = text != error.end() && text->is_string()
        ? text->get<std::string>().substr(0, maxMessageBytes)
        : fmt::format("error {}", code);
    if (code == cudaOutOfMemory)
        return {Verdict::OutOfMemory, "CUDA: " + what, 0};
    if (code == cudaLaunchTimedOut)
        return {Verdict::RunTimeout, "CUDA: " + what, 0};
    if (code >= cudaFirstOfDevice)
        return {Verdict::Crashed, "a kernel broke off on the GPU: " + what, 0};
    return {Verdict::Crashed, "a kernel could not be launched, or a call of CUDA failed: " + what,
            0};
}

CallOutcome verdictOfDamage(const Json &damage, const HostTrial &trial)
{
    if (!hasIntegers(damage, {"tensor", "distance"}))
        return unreadable();
    const auto name = countedTensorName(damage["tensor"].get<std::int64_t>(), trial);
    if (!name)
        return unreadable();
    const auto distance = damage["distance"].get<std::int64_t>();
    const auto bytes = static_cast<std::uint64_t>(distance); // untrusted; may be any value
    if (distance == 0)
        return {Verdict::OutOfBounds, "wrote right behind the end of " + *name, 0};
    return {Verdict::OutOfBounds,
            fmt::format("wrote {} bytes {} of {}", distance >= 0 ? bytes : 0 - bytes,
                        distance >= 0 ? "behind the end" : "before the start", *name),
            0};
}

CallOutcome verdictOfChange(const Json &change, const HostTrial &trial)
{
    if (!hasIntegers(change, {"index", "byte"}))
        return unreadable();
    const auto index = change["index"].get<std::int64_t>();
    if (index < 0 || index >= static_cast<std::int64_t>(trial.inputs.size()))
        return unreadable();
    const TensorSpec &spec = trial.inputs[static_cast<std::size_t>(index)];
    return {Verdict::WroteInput,
            fmt::format("wrote to input \"{}\", first at element {}", spec.name,
                        change["byte"].get<std::int64_t>() / byteSize(spec.dtype)),
            0};
}

} // namespace

CallOutcome outOfGroupMemory(const SubjectLimits &limits)
{
    CallOutcome outcome{
        Verdict::OutOfMemory,
        fmt::format(
            "its processes together needed more memory than their limit, which is {} MiB or "
            "nine tenths of the machine's (files in memory included)",
            treeMemory(limits) >> 20),
        0};
    outcome.signal = SIGKILL;
    return outcome;
}

CallOutcome verdictOfEnd(const ChildEnd &end, const HostStatus &status, const HostTrial &trial,
                         const SubjectLimits &limits)
{
    if (end.kind == ChildEnd::Kind::OutputFlood)
        return {Verdict::OutputFlood, "wrote more to its output than is kept", 0};
    if (end.kind == ChildEnd::Kind::TimedOut)
        return {Verdict::BrokeProtocol, "closed its connection and went on", 0};
    const int signal = status.signal;
    if (signal > 0 && signal < NSIG)
        return verdictOfSignal(signal, status, trial, limits);
    // So many processes also fill the memory, sooner or later by the load of the machine.
    if (end.kind == ChildEnd::Kind::Signalled && end.code == SIGKILL && end.memoryKills > 0)
        return status.processLimitReached != 0 ? tooManyProcesses(limits)
                                               : outOfGroupMemory(limits);
    if (end.kind == ChildEnd::Kind::Signalled && status.exitCalled == 0)
        return verdictOfSignal(end.code, status, trial, limits);
    if (end.kind == ChildEnd::Kind::Exited && end.code == hostCannotAnswer)
        return {Verdict::BrokeProtocol, "closed the connection to the engine", 0};
    if (status.processLimitReached != 0)
        return tooManyProcesses(limits);
    if (status.allocationFailed != 0)
        return outOfMemory(limits);
    const int code = end.kind == ChildEnd::Kind::Signalled ? end.code + 128 : end.code;
    return {Verdict::ExitedEarly, fmt::format("left by exit({}) instead of returning", code), 0};
}

CallOutcome verdictOfAnswer(const Json &answer, const HostTrial &trial)
{
    if (answer.contains("exception"))
        return verdictOfException(answer);
    if (!answer.contains("returned") || !answer["returned"].is_number_integer())
        return {Verdict::BrokeProtocol, "its answer does not say what the call returned", 0};
    const auto ofDevice = verdictOfDevice(answer, trial);
    if (const auto code = answer["returned"].get<std::int64_t>(); code != 0)
        return {Verdict::ReturnedError,
                fmt::format("the entry point returned {}{}", code,
                            ofDevice ? "; " + ofDevice->message : ""),
                0};
    if (ofDevice)
        return *ofDevice;
    if (answer.contains("declared"))
        return verdictOfDeclared(answer["declared"], trial);
    return {};
}

std::optional<CallOutcome> verdictOfDevice(const Json &answer, const HostTrial &trial)
{
    if (!answer.is_object())
        return unreadable();
    if (const auto error = answer.find("cuda_error"); error != answer.end())
        return verdictOfError(*error);
    if (const auto damage = answer.find("damage"); damage != answer.end())
        return verdictOfDamage(*damage, trial);
    if (const auto change = answer.find("changed_input"); change != answer.end())
        return verdictOfChange(*change, trial);
    return std::nullopt;
}

} // namespace loupe
