// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <vector>

#include <sys/types.h>

namespace loupe {

/// Lets every task of a process and its descendants run on these processors alone; processes
/// started later inherit it. Fails like forEachTask(), or if the system allows none of them.
Status runOn(pid_t first, const std::vector<int> &processors);

/// Does the same for the calling thread.
Status runThreadOn(const std::vector<int> &processors);

} // namespace loupe
