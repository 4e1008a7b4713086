// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/control/placement.h"

#include "core/sandbox/control/sandboxtasks.h"
#include "core/sandbox/system/systemerror.h"

#include <cerrno>
#include <string>

#include <sched.h>

namespace loupe {

namespace {

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
