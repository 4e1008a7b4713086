// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/failures/failedcells.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>

namespace loupe {

FailedCells countFailedCells(std::vector<FailureCluster> &clusters,
                             std::span<const Population> populations,
                             std::span<const FailureReason> reasons)
{
    FailedCells out;
    std::unordered_set<std::int64_t> judged;
    std::unordered_set<std::int64_t> failed;
    for (const Population &population : populations) {
        for (const MetricRow &cell : population.cells()) {
            const Outcome outcome = outcomeOf(cell.verdict);
            if (!isJudged(outcome))
                continue;
            judged.insert(cell.id.value);
            if (isFailure(outcome))
                failed.insert(cell.id.value);
        }
    }
    out.judged = judged.size();
    out.failed = failed.size();
    std::unordered_map<Name, std::size_t> byFingerprint;
    for (const FailureReason &each : reasons) {
        if (failed.contains(each.evaluation.value))
            ++byFingerprint[each.fingerprint];
    }
    for (FailureCluster &cluster : clusters) {
        cluster.cells = 0;
        for (const Name fingerprint : cluster.fingerprints) {
            const auto cells = byFingerprint.find(fingerprint);
            cluster.cells += cells == byFingerprint.end() ? 0 : cells->second;
        }
    }
    std::ranges::stable_sort(clusters, std::ranges::greater(), &FailureCluster::cells);
    return out;
}

} // namespace loupe
