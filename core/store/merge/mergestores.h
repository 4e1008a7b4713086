// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/merge/mergesteps.h"
#include "core/store/sqlite/sqlite.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

struct MergeSummary {
    std::vector<MergedPart> parts;
    std::int64_t evaluations = 0; ///< of the result
    std::int64_t reviews = 0;     ///< of the result
};

/// Merges stores into `target`; the stores stay unchanged.
///
/// Runs are identified by uuid; their suite, protocol, device and environment must be equal.
/// Evaluations are identified by run, task (suite, name, hash), method, sample, round and attempt.
/// Their source and verdict must be equal, except that infrastructure errors are replaced.
/// Evaluations of different runs are always different measurements. Reviews of all stores count, in
/// the order of their times. Merging a store again changes nothing.
///
/// The merge is atomic: `target` appears when it is complete. Fails with InvalidInput if the target
/// exists or stores contradict each other, and with Unsupported for a store of another version.
Result<MergeSummary> mergeStores(std::span<const std::filesystem::path> stores,
                                 const std::filesystem::path &target, std::stop_token stop = {});

/// Adds the missing contents of another store to an open one, by the rules of mergeStores() and in
/// one transaction. It is idempotent. Fails with Unsupported if the other store has reviews or
/// annotations, which only mergeStores() can sort by time.
Result<MergedPart> absorbInto(Database &database, const std::filesystem::path &other);

} // namespace loupe
