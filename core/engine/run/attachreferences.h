// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/record/task.h"
#include "core/store/read/storereader.h"
#include "core/store/write/storewriter.h"
#include "core/suites/layout/benchmark.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// References of a suite's checkout for tasks that a store knows without one.
struct FoundReferences {
    std::string suite;
    std::string version; ///< of the checkout: its commit; empty if not known
    std::filesystem::path folder;
    std::vector<Task> tasks;            ///< recorded tasks with the reference of the checkout
    std::vector<std::string> otherTask; ///< names that mean another task in the checkout
    std::vector<std::string> notFound;  ///< names that the checkout lacks
    std::size_t byName = 0;             ///< of `tasks`: the record has no hash of the task's text

    /// Returns the number of tasks that had no reference.
    std::size_t missing() const { return tasks.size() + otherTask.size() + notFound.size(); }
};

/// Finds the references of `recorded` tasks of the same suite that have none. A recorded hash must
/// be equal. Without one the name decides: KernelBench's "level1/19" or "level1/19_ReLU", for other
/// suites the whole name. Pure.
FoundReferences findReferences(std::span<const Task> recorded, const Benchmark &benchmark);

/// Stores the references that findReferences() finds for the tasks in a store. References that are
/// already stored stay. Returns one entry for each suite with a task that lacked its reference.
/// Fails like the store, and with NotFound if there is no such task.
Result<std::vector<FoundReferences>> attachReferences(StoreReader &reader, StoreWriter &writer,
                                                      std::span<const Benchmark> benchmarks);

/// Returns "250 of 270 missing references attached from FOLDER" and what was not, one sentence
/// each.
std::vector<std::string> sentencesOf(const FoundReferences &found);

} // namespace loupe
