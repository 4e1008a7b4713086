// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/merge/mergedpart.h"

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

/// Makes `target` of the stores, which stay as they are.
///
/// A run is the same where its uuid is; then suite, protocol, device and environment must be the
/// same, too. An evaluation is the same where its run, task (suite, name, hash), method, sample,
/// round and attempt are; then its source and verdict must be the same, but for failures of the
/// machinery, which give way. Evaluations of different runs are never the same: they are two
/// measurements. Reviews of both stores count, in the order of their times. Merging a store a
/// second time changes nothing.
///
/// All or nothing: `target` appears when it is complete. Refuses a target that exists, stores of
/// another version, and stores that contradict each other (InvalidInput).
Result<MergeSummary> mergeStores(std::span<const std::filesystem::path> stores,
                                 const std::filesystem::path &target, std::stop_token stop = {});

} // namespace loupe
