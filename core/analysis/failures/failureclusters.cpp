// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/failures/failureclusters.h"

#include "core/analysis/failures/groupedcause.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace loupe {

namespace {

/// A cluster and what is known about each of its fingerprints.
struct Growing {
    FailureCluster cluster;
    struct Member {
        const FailureCount *first = nullptr;
        std::int64_t count = 0;
    };
    std::map<Name, Member> members;
};

/// Names the cluster after its members.
FailureCluster finished(Growing &&growing)
{
    FailureCluster out = std::move(growing.cluster);
    const Growing::Member *most = nullptr;
    bool isOneSummary = true;
    for (const auto &[fingerprint, member] : growing.members) {
        out.fingerprints.push_back(fingerprint);
        const Name summary = withoutTrial(member.first->summary.text());
        isOneSummary = isOneSummary && (most == nullptr || summary == out.summary);
        out.summary = summary;
        if (most == nullptr || member.count > most->count)
            most = &member;
    }
    out.fingerprint = most->first->fingerprint;
    out.kind = most->first->kind;
    if (!isOneSummary)
        out.summary = out.cause;
    return out;
}

} // namespace

Name GroupedCauses::of(Name fingerprint, Name summary)
{
    const auto [place, isNew] = m_known.try_emplace(fingerprint);
    if (isNew)
        place->second = groupedCause(summary.text());
    return place->second;
}

std::vector<FailureCount> failureCounts(std::span<const MetricRow> rows,
                                        std::span<const FailureReason> reasons)
{
    std::unordered_map<std::int64_t, const FailureReason *> byEvaluation;
    for (const FailureReason &each : reasons)
        byEvaluation.emplace(each.evaluation.value, &each);
    std::map<std::tuple<Name, Name, Name, int>, FailureCount> counts;
    for (const MetricRow &row : rows) {
        const auto found = byEvaluation.find(row.id.value);
        if (found == byEvaluation.end())
            continue;
        const FailureReason &why = *found->second;
        FailureCount &count = counts[{why.fingerprint, row.category, row.method, row.round}];
        const std::int64_t before = count.count;
        count = {why.fingerprint, why.kind,  why.summary, row.method,
                 row.category,    row.round, before + 1};
    }
    std::vector<FailureCount> out;
    out.reserve(counts.size());
    for (const auto &[_, count] : counts)
        out.push_back(count);
    return out;
}

std::vector<FailureCluster> failureClusters(std::span<const FailureCount> counts)
{
    GroupedCauses causes;
    std::unordered_map<Name, Growing> found;
    for (const FailureCount &each : counts) {
        const Name cause = causes.of(each.fingerprint, each.summary);
        Growing &growing = found[cause];
        Growing::Member &member = growing.members[each.fingerprint];
        member.first = &each;
        member.count += each.count;
        FailureCluster &cluster = growing.cluster;
        cluster.cause = cause;
        cluster.count += each.count;
        cluster.byMethod[each.method] += each.count;
        cluster.byCategory[each.category] += each.count;
        cluster.byRound[each.round] += each.count;
    }
    std::vector<FailureCluster> out;
    out.reserve(found.size());
    for (auto &[cause, growing] : found)
        out.push_back(finished(std::move(growing)));
    std::sort(out.begin(), out.end(), [](const FailureCluster &a, const FailureCluster &b) {
        return std::tie(b.count, a.kind.text(), a.summary.text(), a.fingerprint.text())
            < std::tie(a.count, b.kind.text(), b.summary.text(), b.fingerprint.text());
    });
    return out;
}

} // namespace loupe
