// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <functional>
#include <string>

#include <sys/types.h>

namespace loupe {

/// Calls `change(task, place)` for every task of a process and its descendants until it fails;
/// `place` is the task's folder in /proc, for messages. Unsupported for 0 (no process: outside a
/// sandbox). Call it while they are stopped; otherwise tasks that are being created may be missed.
Status forEachTask(pid_t first,
                   const std::function<Status(pid_t task, const std::string &place)> &change);

} // namespace loupe
