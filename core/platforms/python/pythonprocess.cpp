// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/python/pythonprocess.h"

#include "core/base/environment.h"
#include "core/platforms/host/hostlimits.h"
#include "core/platforms/python/pythonworkerspec.h"
#include "core/platforms/python/pythonzygote.h"
#include "core/sandbox/child/heldsandbox.h"
#include "core/sandbox/system/descriptors.h"

#include <algorithm>
#include <cmath>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace loupe {

namespace {

namespace fs = std::filesystem;
using SteadyClock = std::chrono::steady_clock;

constexpr std::chrono::seconds importPatience{120};
constexpr std::chrono::seconds forkPatience{10};
constexpr std::chrono::seconds buryPatience{10}; ///< in addition to the server's own time for
                                                 ///< killing
constexpr std::chrono::seconds holdPatience{20};
constexpr const char *confinedScratch = "/tmp"; ///< private to each sandbox

/// Returns whether compute-sanitizer starts the worker. It watches code under test alone.
bool isSanitized(PythonRole role, const PythonSettings &settings)
{
    return role == PythonRole::Subject && settings.sanitizer != nullptr;
}

Json workerSettings(PythonRole role, const PythonSettings &settings, int control,
                    const std::string &scratch, const fs::path &worker)
{
    const bool isConfined = settings.mode == SandboxMode::Bubblewrap;
    Json folders = Json::array({scratch});
    if (isConfined)
        folders.push_back("/dev/shm");
    return {{"control", control},
            {"role", role == PythonRole::Oracle ? "oracle" : "subject"},
            {"confined", isConfined},
            {"scratch", folders},
            {"preload", settings.preload},
            {"preload_if_there", settings.preloadIfThere},
            {"loader", role == PythonRole::Subject ? settings.loader : ""},
            {"device", settings.device},
            {"memory", settings.memory},
            {"threads", threadsOf(settings)},
            {"keeps_descriptors", isSanitized(role, settings)},
            {"draws", role == PythonRole::Oracle ? settings.draws.string() : ""},
            {"worker", worker.string()}};
}

Json childLimits(PythonRole role, const PythonSettings &settings)
{
    const double cpu = role == PythonRole::Oracle ? oracleCpuSeconds : settings.limits.cpuSeconds;
    return {{"cpu_seconds", static_cast<std::int64_t>(std::ceil(cpu))},
            {"memory_bytes", settings.limits.memoryBytes},
            {"file_bytes", settings.limits.fileBytes},
            {"is_gpu", isGpu(settings)}};
}

} // namespace

PythonProcess::~PythonProcess()
{
    if (m_isSanitized && !m_child->hasEnded())
        endWithReport(m_control, *m_child);
}

Result<std::unique_ptr<PythonProcess>> PythonProcess::start(const PythonEnvironment &environment,
                                                            PythonRole role,
                                                            const PythonSettings &settings,
                                                            const std::stop_token &stop)
{
    std::error_code failed;
    const fs::path worker = fs::absolute(settings.workerFolder, failed);
    if (!fs::is_regular_file(worker / "__main__.py", failed))
        return Error{Errc::Environment, "KernelLoupe's Python worker is missing", worker.string(),
                     "reinstall KernelLoupe"};
    if (!isSanitized(role, settings) && settings.zygote && settings.zygote->isUsable()) {
        auto forked = startForked(environment, role, settings, stop);
        if (forked || forked.error().code == Errc::Cancelled)
            return forked;
        settings.zygote->remember(forked.error());
    }
    Result<std::pair<Channel, Channel>> ends = Channel::pair();
    if (!ends)
        return ends.error();
    std::optional<TemporaryFolder> scratch;
    if (settings.mode == SandboxMode::None) {
        Result<TemporaryFolder> made = TemporaryFolder::create("kloupe-python");
        if (!made)
            return made.error();
        scratch = std::move(made).value();
    }
    const std::string folder = scratch ? scratch->path().string() : confinedScratch;
    ChildSpec spec = pythonWorkerSpec(environment, settings, folder);
    spec.argv.push_back(workerSettings(role, settings, ends->second.fd(), folder, worker).dump());
    spec.inheritedFds = {ends->second.fd()};
    if (scratch)
        spec.scratch = scratch->path();
    if (isSanitized(role, settings)) {
        if (const Status added = settings.sanitizer->addTo(spec); !added)
            return added.error();
    }
    Result<std::unique_ptr<ChildProcess>> child = ChildProcess::start(spec);
    if (!child)
        return child.error();
    ends->second = Channel(Fd()); // its death must close the connection
    auto process = std::unique_ptr<PythonProcess>(
        new PythonProcess(std::move(ends->first), std::move(child).value(), std::move(scratch)));
    process->m_role = role;
    process->m_isSanitized = isSanitized(role, settings);
    if (Status ready = process->awaitReady(stop); !ready)
        return ready.error();
    return process;
}

Result<std::unique_ptr<PythonProcess>>
PythonProcess::startForked(const PythonEnvironment &environment, PythonRole role,
                           const PythonSettings &settings, const std::stop_token &stop)
{
    Result<std::pair<Channel, Channel>> ends = Channel::pair();
    if (!ends)
        return ends.error();
    std::error_code failed;
    const fs::path worker = fs::absolute(settings.workerFolder, failed);
    ChildSpec spec = pythonWorkerSpec(environment, settings, confinedScratch);
    spec.argv = {environment.interpreter.string(), "-I", "-S", "-B", (worker / "hold.py").string()};
    auto held = holdSandbox(spec, SteadyClock::now() + holdPatience, stop);
    if (!held)
        return held.error();
    const Status served = settings.zygote->serve(
        workerSettings(role, settings, ends->second.fd(), confinedScratch, worker),
        spec.environment, *held, spec.processes, ends->second, stop);
    if (!served)
        return served.error();
    ends->second = Channel(Fd());
    auto process = std::unique_ptr<PythonProcess>(
        new PythonProcess(std::move(ends->first), std::move(held->child), std::nullopt));
    process->m_role = role;
    held->output = Fd(); // the server holds the other end, so the sandbox ends with it
    if (Status ready = process->awaitReady(stop); !ready)
        return ready.error();
    return process;
}

Status PythonProcess::awaitReady(const std::stop_token &stop)
{
    const Result<Message> message = m_control.receive(SteadyClock::now() + importPatience, stop);
    if (message && message->body.contains("ready"))
        return {};
    if (!message && message.error().code == Errc::Cancelled)
        return message.error();
    const bool hasReason
        = message && message->body.contains("failed") && message->body["failed"].is_string();
    if (!hasReason)
        m_child->kill();
    const ChildEnd end = m_child->wait(SteadyClock::now() + buryPatience, {});
    return Error{.code = Errc::Environment,
                 .message = hasReason ? "the Python worker cannot import the framework: "
                         + message->body["failed"].get<std::string>()
                                      : "the Python worker did not start",
                 .detail = end.output};
}

Result<PythonProcess::Forked>
PythonProcess::fork(const PythonSettings &settings,
                    const std::map<std::string, std::string> &variables,
                    const std::stop_token &stop)
{
    Result<std::pair<Channel, Channel>> ends = Channel::pair();
    if (!ends)
        return ends.error();
    Result<Pipe> output = makePipe();
    if (!output)
        return output.error();
    std::vector<int> given{ends->second.fd(), output->out.get()};
    std::unique_ptr<ActivityReader> activity;
    if (!settings.injection.empty()) {
        Result<std::unique_ptr<ActivityReader>> made = ActivityReader::create();
        if (!made)
            return made.error();
        activity = std::move(made).value();
        given.push_back(activity->descriptor());
    }
    m_isUsable = false; // until the fork has succeeded
    m_killsBefore = m_child->memoryKills();
    Json limits = childLimits(m_role, settings);
    limits["variables"] = variables;
    if (Status sent = m_control.send({{"fork", std::move(limits)}}, given); !sent)
        return sent.error();
    Result<Message> answer = m_control.receive(SteadyClock::now() + forkPatience, stop);
    if (!answer)
        return answer.error();
    if (!answer->body.contains("forked") || answer->fds.size() != 1)
        return Error{.code = Errc::Environment,
                     .message = "the Python worker cannot fork",
                     .detail = answer->body.dump()};
    m_isUsable = true;
    return Forked{std::move(ends->first), std::move(answer->fds.front()), std::move(output->in),
                  std::move(activity)};
}

PythonEnd PythonProcess::awaitEnd()
{
    const Result<Message> message = m_control.receive(SteadyClock::now() + buryPatience, {});
    if (!message || !message->body.contains("ended")) {
        m_isUsable = false;
        kill();
        return {PythonEnd::Kind::ServerLost, 0, lacksMemory()};
    }
    if (!message->body.value("clean", false)) {
        m_isUsable = false;
        kill();
    }
    const Json &ended = message->body["ended"];
    if (ended.contains("signal"))
        return {PythonEnd::Kind::Signalled, ended.value("signal", 0), lacksMemory()};
    return {PythonEnd::Kind::Exited, ended.value("code", 0), false};
}

void PythonProcess::kill()
{
    m_child->kill();
    m_child->wait(SteadyClock::now() + buryPatience, {});
}

} // namespace loupe
