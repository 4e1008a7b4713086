// SPDX-License-Identifier: Apache-2.0
#include "core/base/processors.h"

#include <algorithm>

#include <sched.h>

namespace loupe {

std::vector<int> usableProcessorNumbers()
{
    std::vector<int> numbers;
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return numbers;
    for (int number = 0; number < CPU_SETSIZE; ++number) {
        if (CPU_ISSET(number, &set))
            numbers.push_back(number);
    }
    return numbers;
}

int usableProcessors()
{
    return std::max(1, static_cast<int>(usableProcessorNumbers().size()));
}

} // namespace loupe
