// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/model/record/task.h"
#include "core/suites/layout/suitelayout.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Task of a benchmark written in Python.
///
/// `task.name` identifies the task in submissions and stores:
///   kernelbench       "level1/23_Softmax" (level and number identify it; fact "problem_id")
///   kernelbench-x     "Activation/gelu" (the metadata's `file`, never its `name`)
///   tritonbench-t/-g  "abs" (the file's stem)
///   multikernelbench  "activation/relu"
///   kernelgenbench    "aten::add"
/// `task.sound` is false for a task that cannot distinguish right from wrong, with the reason;
/// weaker doubts are in the fact "cautions".
struct BenchmarkTask {
    Task task;
    std::filesystem::path file; ///< the reference's file; for KernelGenBench the prompt
    std::string implementation; ///< the reference: code before the separator, or the whole file
    std::string testSegment;    ///< code after the separator; empty if the suite has none
    std::string entry; ///< "Model", or the name of the function that a candidate must define
    /// Facts stated by the suite or derived by the reader, by name; resources/help/suites.md lists
    /// them.
    std::map<std::string, Json> facts;
    int shapes = 1;    ///< on which a run judges the task, with this one
    std::string shape; ///< as people read it: "dim=4096"; empty: the task's own
    /// The same task with other constants, if a run judges it on several shapes.
    std::vector<BenchmarkTask> otherShapes;
};

/// Part of a suite that could not be read. The rest of the suite is usable.
struct SuiteProblem {
    std::filesystem::path file;
    int line = 0;       ///< 0 if no line is known
    std::string task;   ///< the lost task, if known
    std::string reason; ///< one sentence
    std::string hint;   ///< remedy, or empty

    /// Returns "file:line: reason (hint)".
    std::string text() const
    {
        return file.string() + (line > 0 ? ":" + std::to_string(line) : "") + ": " + reason
            + (hint.empty() ? "" : " (" + hint + ")");
    }
};

/// Benchmark with all its tasks.
struct Benchmark {
    SuiteLayout layout = SuiteLayout::Native;
    std::string name;             ///< Task::suite of its tasks: "kernelbench"
    std::filesystem::path folder; ///< the requested folder, made absolute
    std::string version;  ///< commit of the checkout (40 hexadecimal digits); empty outside one
    std::string protocol; ///< rules of judgement of this version: "kernelbench-0.2"
    std::string hash;     ///< SHA-256 over names and hashes of all tasks
    std::vector<BenchmarkTask> tasks; ///< in the suite's natural order
    std::vector<SuiteProblem> problems;
    /// Other files next to the tasks, such as copies; nothing is lost without them.
    std::vector<SuiteProblem> leftOut;
    /// Task files missing from the suite's own list, e.g. "Math/mul_fp16"; the suite never runs
    /// them.
    std::vector<std::string> unlisted;
    /// Known defects of this version that concern every task, one sentence each.
    std::vector<std::string> remarks;

    /// Returns the task with this name; nullptr if there is none.
    const BenchmarkTask *find(std::string_view taskName) const
    {
        const auto found = std::ranges::find_if(
            tasks, [&](const BenchmarkTask &task) { return task.task.name == taskName; });
        return found == tasks.end() ? nullptr : &*found;
    }
};

} // namespace loupe
