// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/control/controlgroup.h"

#include "core/base/fd.h"
#include "core/sandbox/system/systemerror.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <iterator>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr int sparesForBubblewrap = 8; ///< bubblewrap's own processes, and those that enter
constexpr std::chrono::milliseconds emptyPatience{1000};

/// Returns the value of `name` in a file of events; 0 if absent.
std::int64_t eventsOf(const fs::path &file, const std::string &name)
{
    std::istringstream words(groupText(file));
    std::string key;
    std::int64_t value = 0;
    while (words >> key >> value) {
        if (key == name)
            return value;
    }
    return 0;
}

/// Sets a limit in the file of whichever cgroup version exists.
Status setEither(const fs::path &folder, const char *second, const char *first, std::int64_t value)
{
    const bool isSecond = access((folder / second).c_str(), F_OK) == 0;
    return writeToGroup(folder / (isSecond ? second : first), std::to_string(value));
}

} // namespace

std::string groupText(const std::filesystem::path &file)
{
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

Status writeToGroup(const std::filesystem::path &file, const std::string &text)
{
    const Fd out(open(file.c_str(), O_WRONLY | O_CLOEXEC));
    if (!out || write(out.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()))
        return systemError("cannot set a limit", file.string());
    return {};
}

Result<std::unique_ptr<ControlGroup>> ControlGroup::create(const GroupFolders &place,
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
        // Swapping would distort measurements. Errors are ignored: not every kernel counts swap.
        static_cast<void>(place.isUnified ? writeToGroup(memory / "memory.swap.max", "0")
                                          : writeToGroup(memory / "memory.memsw.limit_in_bytes",
                                                         std::to_string(limits.memoryBytes)));
    }
    if (limits.processes > 0) {
        const int count = limits.processes + sparesForBubblewrap;
        if (Status set = writeToGroup(group->m_folders.back() / "pids.max", std::to_string(count));
            !set)
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

std::int64_t ControlGroup::memoryKills() const
{
    const fs::path &memory = m_folders.front();
    return eventsOf(memory / "memory.events", "oom_kill")
        + eventsOf(memory / "memory.oom_control", "oom_kill");
}

std::string ControlGroup::exceeded() const
{
    if (memoryKills() > 0)
        return "its processes together needed more than the " + std::to_string(m_limits.memoryBytes)
            + " bytes of memory allowed (files in memory included), and were killed";
    if (eventsOf(m_folders.back() / "pids.events", "max") > 0)
        return "it wanted more processes and threads than the " + std::to_string(m_limits.processes)
            + " allowed";
    return {};
}

} // namespace loupe
