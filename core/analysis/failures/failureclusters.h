// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"
#include "core/base/ids.h"
#include "core/base/name.h"
#include "core/model/record/metricrow.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace loupe {

/// Returns the cause that a failure is grouped by, from its stored summary:
/// - The name of the trial before it is dropped: "odd/normal: ".
/// - A quoted name becomes "…", since the same mistake has another name in each kernel.
std::string groupedCause(std::string_view summary);

/// Returns the summary without the name of the trial, for a group in which all have the same.
std::string_view withoutTrial(std::string_view summary);

/// Number of failures with one fingerprint, method, category and round.
struct FailureCount {
    Name fingerprint;
    Name kind;
    Name summary;
    Name method;
    Name category;
    int round = 0;
    std::int64_t count = 0;
};

/// The reason why one evaluation failed.
struct FailureReason {
    RowId evaluation;
    Name fingerprint;
    Name kind;
    Name summary;
};

/// Failures with the same groupedCause().
struct FailureCluster {
    Name fingerprint;               ///< the most frequent of `fingerprints`
    std::vector<Name> fingerprints; ///< of its members, by text
    Name kind;                      ///< of the most frequent fingerprint
    Name cause;                     ///< groupedCause(), the value of the filter field `cause`
    Name summary;                   ///< withoutTrial() if all members have the same, else `cause`
    /// Number of cells whose result is one of them; set by countFailedCells().
    std::size_t cells = 0;
    std::int64_t count = 0; ///< evaluations: every sample, round and attempt
    std::map<std::string, std::int64_t> byMethod;
    std::map<std::string, std::int64_t> byCategory;
    std::map<int, std::int64_t> byRound;
};

/// A member of a cluster and the next correct evaluation of the same trajectory.
struct FailureCure {
    RowId failed;
    RowId cured;
    std::int64_t curedMembers = 0; ///< number of members that were correct in a later round
};

/// Groups summaries by groupedCause(), and computes it once for each fingerprint.
class GroupedCauses
{
public:
    Name of(Name fingerprint, Name summary);

private:
    std::unordered_map<Name, Name> m_known;
};

/// Counts the rows that have a reason. `reasons` may contain other evaluations, too.
std::vector<FailureCount> failureCounts(std::span<const MetricRow> rows,
                                        std::span<const FailureReason> reasons);

/// Returns the clusters, the largest first, ties by kind and summary.
std::vector<FailureCluster> failureClusters(std::span<const FailureCount> counts);

/// Number of cells of populations. A cell in several populations, because its condition is
/// unrecorded, counts once.
struct FailedCells {
    std::size_t judged = 0;
    std::size_t failed = 0; ///< of the judged
};

/// Sets `cells` of each cluster to the number of cells whose result is one of its failures, and
/// sorts by it, descending. `reasons` may contain other evaluations, too.
FailedCells countFailedCells(std::vector<FailureCluster> &clusters,
                             std::span<const Population> populations,
                             std::span<const FailureReason> reasons);

} // namespace loupe
