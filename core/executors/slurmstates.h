// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace loupe {

/// State of one task of an array.
enum class ArrayTaskState {
    Waiting, ///< pending, requeued, held
    Running, ///< running or ending
    Ended,   ///< for whatever reason; its results are in its store
};

using ArrayStates = std::map<int, ArrayTaskState>; ///< by task

/// Converts Slurm's state name, e.g. "PENDING", "NODE_FAIL" or "CANCELLED by 1000".
ArrayTaskState arrayTaskState(const std::string &word);

/// Returns the numbers of "1-3,7,9-13:2%4"; empty if malformed or more than 100 000.
std::vector<int> arrayTasks(const std::string &text);

/// Reads the states of the array job's tasks from `squeue --json` (data parsers 0.0.38 to 0.0.41).
Result<ArrayStates> statesFromSqueue(const std::string &text, std::int64_t arrayJob);

/// Reads the array jobs with this name from the same output, in order of submission.
Result<std::vector<std::int64_t>> arrayJobsNamed(const std::string &text, const std::string &name);

/// Reads `sacct --noheader --parsable2 --allocations --format=JobID,State`.
ArrayStates statesFromSacct(const std::string &text, std::int64_t arrayJob);

} // namespace loupe
