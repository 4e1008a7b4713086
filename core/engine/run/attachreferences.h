// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/task.h"
#include "core/store/read/storereader.h"
#include "core/store/write/storewriter.h"
#include "core/suites/benchmark.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// References of a suite's checkout for tasks that a store knows without one.
struct FoundReferences {
    std::vector<Task> tasks;            ///< recorded tasks with the reference of the checkout
    std::vector<std::string> otherTask; ///< names that mean another task in the checkout
    std::vector<std::string> notFound;  ///< names that the checkout lacks
    std::size_t byName = 0;             ///< of `tasks`: the record has no hash of the task's text
};

/// Finds the references of `recorded` tasks of the same suite that have none. A recorded hash must
/// be equal. Without one the name decides: KernelBench's "level1/19" or "level1/19_ReLU", for other
/// suites the whole name. Pure.
FoundReferences findReferences(std::span<const Task> recorded, const Benchmark &benchmark);

/// Stores the references that findReferences() finds for the tasks in a store. References that are
/// already stored stay. Fails like the store, and with NotFound if the store has no task of the
/// suite that lacks its reference.
Result<FoundReferences> attachReferences(StoreReader &reader, StoreWriter &writer,
                                         const Benchmark &benchmark);

/// Returns "250 references attached from FOLDER" and what was not, one sentence each.
std::vector<std::string> sentencesOf(const FoundReferences &found, const Benchmark &benchmark);

} // namespace loupe
