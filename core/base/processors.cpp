// SPDX-License-Identifier: Apache-2.0
#include "core/base/processors.h"

#include <algorithm>

#include <sched.h>

namespace loupe {

int usableProcessors()
{
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    return std::max(1, CPU_COUNT(&set));
}

} // namespace loupe
