// SPDX-License-Identifier: Apache-2.0
#include "core/suites/layout/benchmark.h"

#include <algorithm>

namespace loupe {

std::string SuiteProblem::text() const
{
    std::string out = file.string();
    if (line > 0)
        out += ":" + std::to_string(line);
    out += ": " + reason;
    if (!hint.empty())
        out += " (" + hint + ")";
    return out;
}

const BenchmarkTask *Benchmark::find(std::string_view taskName) const
{
    const auto found = std::find_if(tasks.begin(), tasks.end(), [&](const BenchmarkTask &task) {
        return task.task.name == taskName;
    });
    return found == tasks.end() ? nullptr : &*found;
}

} // namespace loupe
