// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/host/deviceverdict.h"

#include "core/platforms/host/hostlimits.h"

#include <algorithm>

#include <fmt/format.h>

namespace loupe {

namespace {

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
