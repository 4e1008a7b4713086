// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/python/pythonverdict.h"

#include "core/platforms/host/hostlimits.h"
#include "core/platforms/host/hostverdict.h"
#include "core/sandbox/outputtail.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <string_view>

#include <fmt/format.h>

namespace loupe {

namespace {

struct ErrorKind {
    std::string_view name; ///< as resources/worker/loupe_worker/failures.py has it
    Verdict verdict;
};

constexpr std::array<ErrorKind, 11> errorKinds{{
    {"syntax", Verdict::CompileError},
    {"build", Verdict::CompileError},
    {"load", Verdict::LoadError},
    {"missing", Verdict::MissingSymbol},
    {"exit", Verdict::ExitedEarly},
    {"memory", Verdict::OutOfMemory},
    {"processes", Verdict::TooManyProcesses},
    {"too_large", Verdict::WrongStructure},
    {"unreadable", Verdict::WrongValue},
    {"refused", Verdict::BrokeProtocol},
    {"exception", Verdict::Crashed},
}};

std::string textOf(const Json &object, const char *key)
{
    if (!object.contains(key) || !object[key].is_string())
        return {};
    return validUtf8(object[key].get_ref<const std::string &>().substr(0, maxMessageBytes));
}

CallOutcome verdictOfSignal(int signal, const SubjectLimits &limits)
{
    if (signal == SIGXCPU)
        return {Verdict::CpuTimeLimit,
                fmt::format("used more than its {:g} s of CPU time", limits.cpuSeconds), 0, signal};
    const char *abbreviation = sigabbrev_np(signal);
    return {Verdict::Crashed,
            abbreviation == nullptr ? fmt::format("died of signal {}", signal)
                                    : fmt::format("died of SIG{}", abbreviation),
            0, signal};
}

} // namespace

CallOutcome verdictOfPythonEnd(const PythonEnd &end, const SubjectLimits &limits)
{
    const bool isKilled = end.kind == PythonEnd::Kind::Signalled && end.code == SIGKILL;
    // The kernel may choose the server, or whoever else is in the sandbox.
    if (end.lackedMemory && (isKilled || end.kind == PythonEnd::Kind::ServerLost))
        return outOfGroupMemory(limits);
    switch (end.kind) {
    case PythonEnd::Kind::ServerLost:
        return {Verdict::BrokeProtocol, "ended or disturbed the process that supervises it", 0};
    case PythonEnd::Kind::Signalled:
        return verdictOfSignal(end.code, limits);
    case PythonEnd::Kind::Exited:
        break;
    }
    if (end.code == hostCannotAnswer)
        return {Verdict::BrokeProtocol, "closed the connection to the engine", 0};
    return {Verdict::ExitedEarly, fmt::format("left by exit({}) instead of answering", end.code),
            0};
}

CallOutcome verdictOfPythonError(const Json &error)
{
    const std::string kind = error.is_object() ? textOf(error, "kind") : std::string();
    const auto *found = std::find_if(errorKinds.begin(), errorKinds.end(),
                                     [&](const ErrorKind &each) { return each.name == kind; });
    if (found == errorKinds.end())
        return {Verdict::BrokeProtocol, "its answer does not say what went wrong", 0};
    const std::string type = textOf(error, "type");
    std::string message = textOf(error, "message");
    if (found->verdict == Verdict::ExitedEarly)
        return {Verdict::ExitedEarly, fmt::format("called sys.exit({})", message), 0};
    // What the worker itself found needs no type.
    if (!type.empty() && !type.starts_with("loupe_worker."))
        message = message.empty() ? type : fmt::format("{}: {}", type, message);
    return {found->verdict, std::move(message), 0};
}

} // namespace loupe
