// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/control/sandboxtasks.h"

#include "core/sandbox/system/systemerror.h"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <sched.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

std::vector<std::string> tasksOf(const std::string &process)
{
    std::vector<std::string> tasks;
    std::error_code code;
    fs::directory_iterator at("/proc/" + process + "/task", code);
    for (; !code && at != fs::directory_iterator(); at.increment(code))
        tasks.push_back(at->path().filename());
    return tasks;
}

/// Offset to the lowest real-time priority; low, so that audio stays ahead of both.
constexpr int subjectsAbove = 0;
/// The engine's waiting thread must get a processor while tasks run that never pause.
constexpr int engineAbove = 1;

int realTimePriority(int above)
{
    return sched_get_priority_min(SCHED_RR) + above;
}

Error notAllowed(const std::string &what)
{
    Error error = systemError("the kernel gives no real-time priority", what);
    error.code = Errc::Environment;
    error.hint = "run it as root or with CAP_SYS_NICE, or allow it: ulimit -r 2";
    return error;
}

cpu_set_t setOf(const std::vector<int> &processors)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const int number : processors)
        CPU_SET(number, &set);
    return set;
}

Error notPlaced(const std::string &what)
{
    return systemError("the processors cannot be chosen", what);
}

} // namespace

Status forEachTask(pid_t first,
                   const std::function<Status(pid_t task, const std::string &place)> &change)
{
    if (first <= 0)
        return Error{Errc::Unsupported,
                     "without a sandbox, a candidate's processes cannot be identified"};
    std::vector<std::string> processes{std::to_string(first)};
    while (!processes.empty()) {
        const std::string process = std::move(processes.back());
        processes.pop_back();
        for (const std::string &task : tasksOf(process)) {
            const std::string place = fmt::format("/proc/{}/task/{}", process, task);
            if (Status changed = change(std::stoi(task), place); !changed)
                return changed;
            std::ifstream children(place + "/children");
            std::string child;
            while (children >> child)
                processes.push_back(child);
        }
    }
    return {};
}

Status putAhead(pid_t first)
{
    return forEachTask(first, [](pid_t task, const std::string &place) -> Status {
        const sched_param wanted{realTimePriority(subjectsAbove)};
        if (sched_setscheduler(task, SCHED_RR, &wanted) != 0 && errno != ESRCH)
            return notAllowed(place);
        return {};
    });
}

ThreadAhead::ThreadAhead()
{
    sched_param before{};
    m_policy = sched_getscheduler(0);
    sched_getparam(0, &before);
    m_priority = before.sched_priority;
    const sched_param wanted{realTimePriority(engineAbove)};
    if (m_policy < 0 || sched_setscheduler(0, SCHED_RR | SCHED_RESET_ON_FORK, &wanted) != 0)
        m_status = notAllowed("this thread");
}

ThreadAhead::~ThreadAhead()
{
    const sched_param before{m_priority};
    if (m_status)
        sched_setscheduler(0, m_policy, &before);
}

Status runOn(pid_t first, const std::vector<int> &processors)
{
    const cpu_set_t set = setOf(processors);
    return forEachTask(first, [&set](pid_t task, const std::string &place) -> Status {
        if (sched_setaffinity(task, sizeof set, &set) != 0 && errno != ESRCH)
            return notPlaced(place);
        return {};
    });
}

Status runThreadOn(const std::vector<int> &processors)
{
    const cpu_set_t set = setOf(processors);
    if (sched_setaffinity(0, sizeof set, &set) != 0)
        return notPlaced("this thread");
    return {};
}

} // namespace loupe
