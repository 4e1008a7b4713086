// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/name.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// How many failures of one fingerprint there are of one method, category and round.
struct FailureCount {
    Name fingerprint;
    Name kind;
    Name summary;
    Name method;
    Name category;
    int round = 0;
    std::int64_t count = 0;
};

/// Why one evaluation failed.
struct FailureReason {
    RowId evaluation;
    Name fingerprint;
    Name kind;
    Name summary;
};

/// Failures with one first cause.
struct FailureCluster {
    Name fingerprint;
    Name kind;
    Name summary;
    std::size_t cells = 0;  ///< whose result one of them is; countFailedCells() sets it
    std::int64_t count = 0; ///< evaluations: every sample, round and attempt
    std::map<std::string, std::int64_t> byMethod;
    std::map<std::string, std::int64_t> byCategory;
    std::map<int, std::int64_t> byRound;
};

/// A member of a cluster and the evaluation of the same trajectory that was right next.
struct FailureCure {
    RowId failed;
    RowId cured;
    std::int64_t curedMembers = 0; ///< how many members were right in a later round
};

/// The clusters, the largest first, ties by kind and summary.
std::vector<FailureCluster> failureClusters(std::span<const FailureCount> counts);

} // namespace loupe
