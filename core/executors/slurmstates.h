// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace loupe {

/// What Slurm says of one task of an array.
enum class ArrayTaskState {
    Waiting, ///< pending, requeued, held
    Running, ///< or ending
    Ended,   ///< for whatever reason; what it did is in its store
};

using ArrayStates = std::map<int, ArrayTaskState>; ///< by task

/// Of Slurm's own word, "PENDING", "NODE_FAIL", "CANCELLED by 1000".
ArrayTaskState arrayTaskState(const std::string &word);

/// The numbers of "1-3,7,9-13:2%4"; empty where it is none or more than 100 000.
std::vector<int> arrayTasks(const std::string &text);

/// Of `squeue --json` (data parsers 0.0.38 to 0.0.41), the tasks of the array job.
Result<ArrayStates> statesFromSqueue(const std::string &text, std::int64_t arrayJob);

/// Of the same the array jobs of this name, in the order in which they were submitted.
Result<std::vector<std::int64_t>> arrayJobsNamed(const std::string &text, const std::string &name);

/// Of `sacct --noheader --parsable2 --allocations --format=JobID,State`.
ArrayStates statesFromSacct(const std::string &text, std::int64_t arrayJob);

} // namespace loupe
