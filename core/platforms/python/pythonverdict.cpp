// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/python/pythonverdict.h"

#include "core/analysis/failures/compilerlog.h"
#include "core/base/signalname.h"
#include "core/platforms/host/hostlimits.h"
#include "core/platforms/host/hostverdict.h"
#include "core/sandbox/system/outputtail.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

struct ErrorKind {
    std::string_view name; ///< as in resources/worker/loupe_worker/failures.py
    Verdict verdict;
};

constexpr std::array<ErrorKind, 13> errorKinds{{
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
    // These two come only from references, for which the verdict is unused.
    {"limit", Verdict::WrongStructure},
    {"no_gradients", Verdict::WrongStructure},
    {"exception", Verdict::Crashed},
}};

constexpr std::size_t maxBuildOutputBytes = std::size_t{64} << 10;

std::string textOf(const Json &object, const char *key, std::size_t longest = maxMessageBytes)
{
    if (!object.contains(key) || !object[key].is_string())
        return {};
    return validUtf8(object[key].get_ref<const std::string &>().substr(0, longest));
}

/// Returns the name of the file that ninja or Python did not find; empty if the message names none.
std::string missingFileIn(std::string_view message)
{
    for (const auto &[before, after] :
         {std::pair{std::string_view("ninja: error: '"), std::string_view("', needed by ")},
          std::pair{std::string_view("No such file or directory: '"), std::string_view("'")}}) {
        const std::size_t at = message.find(before);
        if (at == std::string_view::npos)
            continue;
        const std::string_view rest = message.substr(at + before.size());
        const std::string_view path = rest.substr(0, rest.find(after));
        return std::string(path.substr(path.rfind('/') + 1));
    }
    return {};
}

/// Returns an addition to a load error's message: the missing file or module.
std::string lackOfLoading(Verdict verdict, std::string_view type, std::string_view message)
{
    if (verdict != Verdict::LoadError && verdict != Verdict::CompileError)
        return {};
    if (type == "ModuleNotFoundError")
        return ": neither the submission nor the run's Python has this module; install a package "
               "into that Python, or let the submission's entry build its extension";
    if (const std::string file = missingFileIn(message); !file.empty())
        return ": the submission has no " + file;
    return {};
}

CallOutcome verdictOfSignal(int signal, const SubjectLimits &limits)
{
    if (signal == SIGXCPU)
        return {Verdict::CpuTimeLimit,
                fmt::format("used more than its {:g} s of CPU time", limits.cpuSeconds), 0, signal};
    return {Verdict::Crashed, "died of " + signalName(signal), 0, signal};
}

} // namespace

CallOutcome verdictOfPythonEnd(const PythonEnd &end, const SubjectLimits &limits)
{
    const bool isKilled = end.kind == PythonEnd::Kind::Signalled && end.code == SIGKILL;
    // The kernel may kill the server, or any process in the sandbox.
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
    if (const auto lack = machineLack(textOf(error, "build", maxBuildOutputBytes)))
        return {Verdict::InfraError, lack->text(), 0};
    const std::string type = textOf(error, "type");
    std::string message = textOf(error, "message");
    if (found->verdict == Verdict::ExitedEarly)
        return {Verdict::ExitedEarly, fmt::format("called sys.exit({})", message), 0};
    const std::string lack = lackOfLoading(found->verdict, type, message);
    // The worker's own errors need no type.
    if (!type.empty() && !type.starts_with("loupe_worker."))
        message = message.empty() ? type : fmt::format("{}: {}", type, message);
    return {found->verdict, message + lack, 0};
}

} // namespace loupe
