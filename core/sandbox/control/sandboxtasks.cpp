// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/control/sandboxtasks.h"

#include <filesystem>
#include <fstream>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace loupe {

namespace {

namespace fs = std::filesystem;

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

} // namespace loupe
