// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/control/precedence.h"

#include "core/sandbox/control/sandboxtasks.h"
#include "core/sandbox/system/systemerror.h"

#include <cerrno>
#include <string>

#include <sched.h>

namespace loupe {

namespace {

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

} // namespace

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

} // namespace loupe
