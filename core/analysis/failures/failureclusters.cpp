// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/failures/failureclusters.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace loupe {

std::vector<FailureCluster> failureClusters(std::span<const FailureCount> counts)
{
    std::unordered_map<Name, FailureCluster> found;
    for (const FailureCount &each : counts) {
        FailureCluster &cluster = found[each.fingerprint];
        cluster.fingerprint = each.fingerprint;
        cluster.kind = each.kind;
        cluster.summary = each.summary;
        cluster.count += each.count;
        cluster.byMethod[each.method] += each.count;
        cluster.byCategory[each.category] += each.count;
        cluster.byRound[each.round] += each.count;
    }
    std::vector<FailureCluster> out;
    out.reserve(found.size());
    for (auto &[fingerprint, cluster] : found)
        out.push_back(std::move(cluster));
    std::sort(out.begin(), out.end(), [](const FailureCluster &a, const FailureCluster &b) {
        return std::tie(b.count, a.kind.text(), a.summary.text(), a.fingerprint.text())
            < std::tie(a.count, b.kind.text(), b.summary.text(), b.fingerprint.text());
    });
    return out;
}

} // namespace loupe
