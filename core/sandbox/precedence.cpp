// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/precedence.h"

#include "core/sandbox/systemerror.h"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <sched.h>

namespace loupe {

namespace {

namespace fs = std::filesystem;

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

std::vector<std::string> tasksOf(const std::string &process)
{
    std::vector<std::string> tasks;
    std::error_code code;
    fs::directory_iterator at("/proc/" + process + "/task", code);
    for (; !code && at != fs::directory_iterator(); at.increment(code))
        tasks.push_back(at->path().filename());
    return tasks;
}

} // namespace

Status putAhead(pid_t first)
{
    if (first <= 0)
        return Error{Errc::Unsupported,
                     "without a sandbox, a candidate's processes cannot be identified",
                     {},
                     {},
                     {}};
    std::vector<std::string> processes{std::to_string(first)};
    while (!processes.empty()) {
        const std::string process = std::move(processes.back());
        processes.pop_back();
        for (const std::string &task : tasksOf(process)) {
            const std::string place = fmt::format("/proc/{}/task/{}", process, task);
            const sched_param wanted{realTimePriority(subjectsAbove)};
            if (sched_setscheduler(std::stoi(task), SCHED_RR, &wanted) != 0 && errno != ESRCH)
                return notAllowed(place);
            std::ifstream children(place + "/children");
            std::string child;
            while (children >> child)
                processes.push_back(child);
        }
    }
    return {};
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

} // namespace loupe
