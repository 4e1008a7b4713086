// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/host/hostprocess.h"

#include "core/base/digest.h"
#include "core/base/environment.h"
#include "core/platforms/host/devicenodes.h"
#include "core/platforms/host/hostlimits.h"

#include <array>
#include <filesystem>
#include <set>
#include <thread>

#include <poll.h>

namespace loupe {

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool limitsMemory = false; // a sanitizer's shadow memory exceeds every limit
#else
constexpr bool limitsMemory = true;
#endif

const std::filesystem::path insideFolder = "/run/kloupe";
/// Relative to the prefix of the programs; contains only kloupe-host's libraries, because each
/// sandbox copies them.
const std::filesystem::path hostLibraries = "lib/kernelloupe/host";

int threadsOf(const HostSettings &settings)
{
    if (settings.threads > 0)
        return settings.threads;
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void setLimits(ChildSpec &spec, HostRole role, const HostSettings &settings)
{
    const bool isOnDevice = role == HostRole::Subject && !settings.device.empty();
    spec.memoryBytes = limitsMemory && !isOnDevice ? settings.limits.memoryBytes : 0;
    spec.treeMemoryBytes = treeMemory(settings.limits);
    spec.cpuSeconds = role == HostRole::Oracle ? oracleCpuSeconds : settings.limits.cpuSeconds;
    spec.fileBytes = settings.limits.fileBytes;
    spec.processes = std::max(settings.limits.processes, threadsOf(settings) + sparesForThreads);
}

/// Shows the chosen GPU, or the same GPU numbers as here, with their nodes: the sandbox's own /dev
/// has none.
void showDevice(ChildSpec &spec, const HostSettings &settings)
{
    spec.argv.push_back(settings.device);
    spec.environment.insert(
        {"CUDA_CACHE_DISABLE", "1"}); // code compiled for the device needs no cache
    passVariables({"CUDA_VISIBLE_DEVICES", "LD_LIBRARY_PATH"}, spec.environment);
    if (!settings.visibleDevices.empty())
        spec.environment["CUDA_VISIBLE_DEVICES"] = settings.visibleDevices;
    spec.devices = deviceNodes(std::array<std::string, 1>{"nvidia"}, settings.hiddenNodes);
}

/// Adds the libraries that an archive contains for the host program, in its folder `libraries`.
/// Each is added by its soname, which is a link if the file has a longer name.
void addLibraries(ChildSpec &spec, const std::filesystem::path &libraries)
{
    namespace fs = std::filesystem;
    std::error_code failed;
    std::vector<fs::path> found;
    std::set<fs::path> linked;
    for (const auto &entry : fs::directory_iterator(libraries, failed)) {
        if (!entry.is_regular_file(failed))
            continue;
        found.push_back(entry.path());
        if (entry.is_symlink(failed))
            linked.insert(fs::canonical(entry.path(), failed));
    }
    for (const fs::path &file : found) {
        if (fs::is_symlink(file, failed) || !linked.contains(fs::canonical(file, failed)))
            spec.copies.push_back({file, insideFolder / hostLibraries / file.filename()});
    }
}

/// Adds program and library at paths that reveal nothing about the machine.
void addPrograms(ChildSpec &spec, const std::filesystem::path &program,
                 const std::filesystem::path &library)
{
    std::filesystem::path programInside = program;
    std::filesystem::path libraryInside = library;
    if (spec.mode == SandboxMode::Bubblewrap) {
        programInside = insideFolder / "bin" / program.filename();
        libraryInside = insideFolder / ("kernel" + library.extension().string());
        spec.copies = {{program, programInside}, {library, libraryInside}};
        addLibraries(spec, program.parent_path().parent_path() / hostLibraries);
    }
    spec.argv.insert(spec.argv.begin(), programInside.string());
    spec.argv.push_back(libraryInside.string());
}

/// Lets the injected library write into shared memory.
void showActivity(ChildSpec &spec, const HostSettings &settings, const ActivityReader &activity)
{
    spec.readOnly.push_back(settings.injection);
    spec.inheritedFds.push_back(activity.descriptor());
    spec.environment["CUDA_INJECTION64_PATH"] = settings.injection.string();
    spec.environment[activityring::descriptorVariable] = std::to_string(activity.descriptor());
}

} // namespace

Result<HostProcess> HostProcess::start(HostRole role, const std::filesystem::path &library,
                                       const HostSettings &settings)
{
    Result<std::pair<Channel, Channel>> ends = Channel::pair();
    Result<HostStatusPage> status = HostStatusPage::create();
    if (!ends || !status)
        return ends ? status.error() : ends.error();
    std::error_code failed;
    const auto program = std::filesystem::absolute(settings.hostProgram, failed);
    const auto absoluteLibrary = std::filesystem::absolute(library, failed);

    ChildSpec spec;
    spec.mode = settings.mode;
    spec.argv = {role == HostRole::Subject ? "--subject" : "--oracle",
                 std::to_string(ends->second.fd()), std::to_string(status->fd())};
    spec.inheritedFds = {ends->second.fd(), status->fd()};
    addPrograms(spec, program, absoluteLibrary);
    spec.environment = {{"PATH", "/usr/bin:/bin"},
                        {"LANG", "C.UTF-8"},
                        {"HOME", "/tmp"},
                        {"OMP_NUM_THREADS", std::to_string(threadsOf(settings))},
                        {"OMP_WAIT_POLICY", "passive"}};
    setLimits(spec, role, settings);
    std::unique_ptr<ActivityReader> activity;
    if (role == HostRole::Subject && !settings.device.empty()) {
        showDevice(spec, settings);
        if (!settings.injection.empty()) {
            auto made = ActivityReader::create();
            if (!made)
                return made.error();
            activity = std::move(made).value();
            showActivity(spec, settings, *activity);
        }
    }
    if (role == HostRole::Subject && settings.sanitizer) {
        if (const Status added = settings.sanitizer->addTo(spec); !added)
            return added.error();
    }
    Result<std::unique_ptr<ChildProcess>> child = ChildProcess::start(spec);
    if (!child)
        return child.error();
    return HostProcess{std::move(ends->first), std::move(child).value(), std::move(status).value(),
                       std::move(activity)};
}

ChildEnd HostProcess::end(std::chrono::milliseconds patience)
{
    return child->wait(std::chrono::steady_clock::now() + patience, {});
}

Result<std::string> HostProcess::ask(Json body, const std::vector<int> &fds)
{
    std::string id = randomHex(8);
    body["id"] = id;
    if (const Status sent = channel.send(body, fds); !sent)
        return sent.error();
    return id;
}

bool HostProcess::hasHungUp() const
{
    pollfd entry{channel.fd(), 0, 0};
    return poll(&entry, 1, 0) > 0 && (entry.revents & (POLLHUP | POLLERR)) != 0;
}

bool HostProcess::hasUnread() const
{
    pollfd entry{channel.fd(), POLLIN, 0};
    return poll(&entry, 1, 0) > 0 && (entry.revents & POLLIN) != 0
        && (entry.revents & POLLHUP) == 0;
}

} // namespace loupe
