// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/model/task.h"
#include "core/suites/suitelayout.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// A task of a benchmark written in Python.
///
/// `task.name` is the identity that submissions and stores use:
///   kernelbench       "level1/23_Softmax" (level and number identify it; fact "problem_id")
///   kernelbench-x     "Activation/gelu" (the metadata's `file`, never its `name`)
///   tritonbench-t/-g  "abs" (the file's stem)
///   multikernelbench  "activation/relu"
///   kernelgenbench    "aten::add"
/// `task.sound` is false for a task that cannot tell right from wrong, with the reason; weaker
/// doubts are in the fact "cautions".
struct BenchmarkTask {
    Task task;
    std::filesystem::path file; ///< the reference's file; for KernelGenBench the prompt
    std::string implementation; ///< the reference: above the separator, or the whole file
    std::string testSegment;    ///< below the separator; empty where the suite has none
    std::string entry; ///< "Model", or the function a candidate must define under that name
    /// What the suite states or the reader derived, by name; resources/help/suites.md lists them.
    std::map<std::string, Json> facts;
};

/// Something of a suite that could not be read. The rest of the suite is usable.
struct SuiteProblem {
    std::filesystem::path file;
    int line = 0;       ///< 0 where no line is meant
    std::string task;   ///< the task that is lost, where that much is known
    std::string reason; ///< one sentence
    std::string hint;   ///< what to do about it, or empty

    /// "file:line: reason (hint)".
    std::string text() const;
};

/// A benchmark, read whole.
struct Benchmark {
    SuiteLayout layout = SuiteLayout::Native;
    std::string name;             ///< Task::suite of its tasks: "kernelbench"
    std::filesystem::path folder; ///< what was given, made absolute
    std::string version;  ///< commit of the checkout (40 hexadecimal digits); empty outside one
    std::string protocol; ///< the rules this version judges by: "kernelbench-0.2"
    std::string hash;     ///< SHA-256 over names and hashes of all tasks
    std::vector<BenchmarkTask> tasks; ///< in the suite's natural order
    std::vector<SuiteProblem> problems;
    /// Files next to the tasks that are none, such as copies: nothing is lost without them.
    std::vector<SuiteProblem> leftOut;
    /// Files of tasks that the suite's own list leaves out: it can never judge them.
    /// "Math/mul_fp16".
    std::vector<std::string> unlisted;
    /// Known defects of this version that concern every task, one sentence each.
    std::vector<std::string> remarks;

    /// The task of that name; nullptr when there is none.
    const BenchmarkTask *find(std::string_view taskName) const;
};

} // namespace loupe
