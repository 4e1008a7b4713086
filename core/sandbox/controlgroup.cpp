// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/controlgroup.h"

#include "core/sandbox/systemerror.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <csignal>
#include <fstream>
#include <optional>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace loupe {

namespace {

namespace fs = std::filesystem;

constexpr const char *groupPrefix = "kloupe-";
constexpr const char *ownLeaf = "kloupe-engine";
constexpr const char *containerFix
    = "start the container with groups that it may write: docker run "
      "--privileged …, or podman run --systemd=always …";
constexpr int sparesForBubblewrap = 8; ///< processes of bubblewrap's own, and who enters
constexpr std::chrono::milliseconds emptyPatience{1000};

std::string scopeFix()
{
    const std::string whose = geteuid() == 0 ? "" : "--user ";
    return "start it in a group of its own: systemd-run " + whose
        + "--scope -p Delegate=yes kloupe …";
}

std::string textOf(const fs::path &file)
{
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Kernel files take one write and say by it whether they like it.
Status writeTo(const fs::path &file, const std::string &text)
{
    const Fd out(open(file.c_str(), O_WRONLY | O_CLOEXEC));
    if (!out || write(out.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()))
        return systemError("cannot set a limit", file.string());
    return {};
}

bool hasWord(const std::string &text, const std::string &word, char separator = ' ')
{
    std::istringstream words(text);
    for (std::string each; std::getline(words, each, separator);) {
        if (each.substr(0, each.find('\n')) == word)
            return true;
    }
    return false;
}

struct GroupMount {
    fs::path folder; ///< empty: there is none
    bool isReadOnly = false;
};

/// Where a hierarchy is mounted: version 2, or version 1 with that controller.
GroupMount mountOf(const std::string &mounts, const std::string &controller)
{
    std::istringstream lines(mounts);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream fields(line);
        std::string device;
        std::string folder;
        std::string type;
        std::string options;
        fields >> device >> folder >> type >> options;
        if (controller.empty() ? type == "cgroup2"
                               : type == "cgroup" && hasWord(options, controller, ','))
            return {folder, hasWord(options, "ro", ',')};
    }
    return {};
}

/// Our own group in the hierarchy: lines are "number:controllers:path".
fs::path memberOf(const std::string &members, const std::string &controller)
{
    std::istringstream lines(members);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t first = line.find(':');
        const std::size_t second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos)
            continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        if (controller.empty() ? controllers.empty() : hasWord(controllers, controller, ','))
            return fs::path(line.substr(second + 1)).relative_path();
    }
    return {};
}

Error noGroups(const std::string &why, const std::string &fix)
{
    return Error{Errc::Environment, why, {}, fix, {}};
}

bool limitsBoth(const std::string &controllers)
{
    return hasWord(controllers, "memory") && hasWord(controllers, "pids");
}

/// Groups of runs that were killed: only empty ones of processes that are gone can be removed.
void sweep(const fs::path &folder)
{
    std::error_code failed;
    for (const auto &entry : fs::directory_iterator(folder, failed)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with(groupPrefix))
            continue;
        const char *const begin = name.data() + std::string_view(groupPrefix).size();
        pid_t owner = 0;
        std::from_chars(begin, name.data() + name.size(), owner);
        if (owner > 0 && kill(owner, 0) != 0 && errno == ESRCH)
            rmdir(entry.path().c_str());
    }
}

/// Version 2: the group must have none but groups below it before those can be limited.
Status enableBelow(const GroupPlace &place)
{
    const fs::path control = place.memory / "cgroup.subtree_control";
    if (limitsBoth(textOf(control)) || writeTo(control, "+memory +pids"))
        return {};
    const fs::path leaf = place.memory / ownLeaf;
    if (mkdir(leaf.c_str(), 0755) != 0 && errno != EEXIST)
        return noGroups("this process may make no control group below its own", scopeFix());
    const std::string self = std::to_string(getpid());
    if (!writeTo(leaf / "cgroup.procs", self))
        return noGroups("this process may not move between control groups", scopeFix());
    if (writeTo(control, "+memory +pids"))
        return {};
    static_cast<void>(writeTo(place.memory / "cgroup.procs", self));
    rmdir(leaf.c_str());
    return noGroups("other programs share this process's control group", scopeFix());
}

Result<GroupPlace> findGroupPlace()
{
    Result<GroupPlace> place
        = groupPlaceOf({textOf("/proc/self/mounts"), textOf("/proc/self/cgroup")});
    if (!place)
        return place;
    if (access(place->memory.c_str(), W_OK) != 0 || access(place->processes.c_str(), W_OK) != 0)
        return noGroups("this user may make no control group", scopeFix());
    if (place->isUnified) {
        if (Status enabled = enableBelow(*place); !enabled)
            return enabled.error();
    }
    sweep(place->memory);
    sweep(place->processes);
    const auto trial = ControlGroup::create(*place, {std::int64_t{1} << 30, 16});
    if (!trial)
        return noGroups("no control group can be made: " + trial.error().text(), scopeFix());
    return place;
}

/// The number behind a name in a file of events; 0 where it is not there.
std::int64_t eventsOf(const fs::path &file, const std::string &name)
{
    std::istringstream words(textOf(file));
    std::string key;
    std::int64_t value = 0;
    while (words >> key >> value) {
        if (key == name)
            return value;
    }
    return 0;
}

/// Sets a limit in whichever version's file is there.
Status setEither(const fs::path &folder, const char *second, const char *first, std::int64_t value)
{
    const bool isSecond = access((folder / second).c_str(), F_OK) == 0;
    return writeTo(folder / (isSecond ? second : first), std::to_string(value));
}

} // namespace

Result<GroupPlace> groupPlaceOf(const GroupFacts &facts)
{
    const auto readOnly = [] {
        return noGroups("control groups can only be read here, as in most containers",
                        containerFix);
    };
    if (const GroupMount mount = mountOf(facts.mounts, {}); !mount.folder.empty()) {
        const fs::path own = mount.folder / memberOf(facts.members, {});
        if (limitsBoth(textOf(own / "cgroup.controllers"))) {
            if (mount.isReadOnly)
                return readOnly();
            return GroupPlace{true, own, own, "version 2, in " + own.string()};
        }
    }
    const GroupMount memory = mountOf(facts.mounts, "memory");
    const GroupMount processes = mountOf(facts.mounts, "pids");
    if (memory.folder.empty() || processes.folder.empty())
        return noGroups("no hierarchy of control groups here limits memory and processes",
                        scopeFix());
    if (memory.isReadOnly || processes.isReadOnly)
        return readOnly();
    return GroupPlace{false, memory.folder / memberOf(facts.members, "memory"),
                      processes.folder / memberOf(facts.members, "pids"), "version 1"};
}

const Result<GroupPlace> &groupPlace()
{
    static const Result<GroupPlace> found = findGroupPlace();
    return found;
}

Result<std::unique_ptr<ControlGroup>> ControlGroup::create(const GroupPlace &place,
                                                           const GroupLimits &limits)
{
    static std::atomic<unsigned> counter{0};
    const std::string name
        = groupPrefix + std::to_string(getpid()) + "-" + std::to_string(counter++);
    std::unique_ptr<ControlGroup> group(new ControlGroup);
    group->m_limits = limits;
    if (Status added = group->add(place.memory / name); !added)
        return added.error();
    if (place.processes != place.memory) {
        if (Status added = group->add(place.processes / name); !added)
            return added.error();
    }
    const fs::path &memory = group->m_folders.front();
    if (limits.memoryBytes > 0) {
        if (Status set
            = setEither(memory, "memory.max", "memory.limit_in_bytes", limits.memoryBytes);
            !set)
            return set.error();
        // What is swapped out would be measured; not every kernel counts it.
        static_cast<void>(place.isUnified ? writeTo(memory / "memory.swap.max", "0")
                                          : writeTo(memory / "memory.memsw.limit_in_bytes",
                                                    std::to_string(limits.memoryBytes)));
    }
    if (limits.processes > 0) {
        const int count = limits.processes + sparesForBubblewrap;
        if (Status set = writeTo(group->m_folders.back() / "pids.max", std::to_string(count)); !set)
            return set.error();
    }
    return group;
}

Status ControlGroup::add(const fs::path &folder)
{
    if (mkdir(folder.c_str(), 0755) != 0)
        return systemError("cannot make a control group", folder.string());
    m_folders.push_back(folder);
    Fd entrance(open((folder / "cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC));
    if (!entrance)
        return systemError("cannot open a control group", folder.string());
    m_entrances.push_back(std::move(entrance));
    return {};
}

ControlGroup::~ControlGroup()
{
    const auto patienceEnd = std::chrono::steady_clock::now() + emptyPatience;
    for (const fs::path &folder : m_folders) {
        while (rmdir(folder.c_str()) != 0 && errno == EBUSY
               && std::chrono::steady_clock::now() < patienceEnd)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

std::vector<int> ControlGroup::entrances() const
{
    std::vector<int> numbers(m_entrances.size());
    std::ranges::transform(m_entrances, numbers.begin(), [](const Fd &fd) { return fd.get(); });
    return numbers;
}

std::string ControlGroup::exceeded() const
{
    const fs::path &memory = m_folders.front();
    const std::int64_t killed = eventsOf(memory / "memory.events", "oom_kill")
        + eventsOf(memory / "memory.oom_control", "oom_kill");
    if (killed > 0)
        return "its processes together needed more than the " + std::to_string(m_limits.memoryBytes)
            + " bytes of memory allowed (files in memory included), and were killed";
    if (eventsOf(m_folders.back() / "pids.events", "max") > 0)
        return "it wanted more processes and threads than the " + std::to_string(m_limits.processes)
            + " allowed";
    return {};
}

} // namespace loupe
