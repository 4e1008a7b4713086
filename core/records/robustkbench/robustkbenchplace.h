// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/task.h"
#include "core/model/verdict.h"

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// What the path of a kernel of robust-kbench says:
/// experiments/<experiment>/<task>/<direction>/b<batch>_s<sample>_<name>/kernel.cu.
struct RobustKbenchPlace {
    std::string experiment; ///< empty: not in such a tree
    std::string task;
    std::string direction = "forward"; ///< or "backward"
    int batch = 0;
    int sample = 0;

    std::string method() const;
};
RobustKbenchPlace robustKbenchPlaceOf(const std::vector<std::string> &pathParts);

/// The name of a task by its folder, the last part: "layernorm"; "level_1/task_1" where the task
/// lies in a level of KernelBench, each of which counts its tasks from 1.
std::string robustKbenchTaskName(const std::vector<std::string> &folderParts);

/// "layernorm/forward"; its direction is its category. Of "level_1/task_1" the level is 1.
Task robustKbenchTask(const std::string &task, const std::string &direction);

/// What the text of an error says of a kernel that is not right; "wrong answer" where there is
/// none.
Verdict robustKbenchFailure(std::string_view error);

} // namespace loupe
