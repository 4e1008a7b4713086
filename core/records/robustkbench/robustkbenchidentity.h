// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/task.h"
#include "core/model/verdict/verdict.h"

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Identity of a robust-kbench kernel from its path:
/// experiments/<experiment>/<task>/<direction>/b<batch>_s<sample>_<name>/kernel.cu.
struct RobustKbenchIdentity {
    std::string experiment; ///< empty: outside such a tree
    std::string task;
    std::string direction = "forward"; ///< or "backward"
    int batch = 0;
    int sample = 0;

    std::string method() const;
};
RobustKbenchIdentity robustKbenchIdentityOf(const std::vector<std::string> &pathParts);

/// Returns the name of a task from its folder: "layernorm"; or "level_1/task_1" in a KernelBench
/// level, because each level counts its tasks from 1.
std::string robustKbenchTaskName(const std::vector<std::string> &folderParts);

/// Returns the task "layernorm/forward", with the direction as category. The level of
/// "level_1/task_1" is 1.
Task robustKbenchTask(const std::string &task, const std::string &direction);

/// Returns the verdict from a failed kernel's error text; "wrong answer" if there is none.
Verdict robustKbenchFailure(std::string_view error);

} // namespace loupe
