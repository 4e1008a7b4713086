// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/failures/failedcells.h"

#include "core/analysis/rows/namenumbers.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace loupe {

namespace {

/// Suite, its version, task, hash, method, device, protocol, precision, clock, and the run if cells
/// of runs are separate. The baseline is missing, because verdicts do not depend on it.
using CellKey = NameKey<10>;

/// Numbers cells, so that one in the populations of several baselines is one.
class CellNumbers
{
public:
    std::uint32_t of(const Population &population, const MetricRow &row)
    {
        const std::vector<GroupBy> &apart = population.scope().apart;
        const bool hasRuns = std::ranges::find(apart, GroupBy::Run) != apart.end();
        const bool hasRounds = std::ranges::find(apart, GroupBy::Round) != apart.end();
        const std::uint32_t pair
            = m_pairs[{row.suite, row.suiteVersion, row.task, row.taskHash, row.method, row.device,
                       row.protocol, row.precision, row.clock, hasRuns ? row.run : Name()}];
        const auto [number, _]
            = m_cells.try_emplace({pair, hasRounds ? row.round : 0}, m_cells.size());
        return static_cast<std::uint32_t>(number->second);
    }

private:
    NameNumbers<std::tuple_size_v<CellKey>> m_pairs;
    std::map<std::pair<std::uint32_t, int>, std::size_t> m_cells;
};

} // namespace

FailedCells countFailedCells(std::vector<FailureCluster> &clusters,
                             std::span<const Population> populations,
                             std::span<const FailureReason> reasons)
{
    FailedCells out;
    CellNumbers numbers;
    std::unordered_set<std::uint32_t> judged;
    std::unordered_map<std::int64_t, std::uint32_t> failed; // cells by their result
    for (const Population &population : populations) {
        for (const MetricRow &cell : population.cells()) {
            const Outcome outcome = outcomeOf(cell.verdict);
            if (!isJudged(outcome))
                continue;
            const std::uint32_t number = numbers.of(population, cell);
            judged.insert(number);
            if (isFailure(outcome))
                failed.emplace(cell.id.value, number);
        }
    }
    out.judged = judged.size();
    std::unordered_set<std::uint32_t> failedCells;
    for (const auto &[_, number] : failed)
        failedCells.insert(number);
    out.failed = failedCells.size();
    std::unordered_map<Name, std::size_t> byFingerprint;
    for (const FailureReason &each : reasons) {
        const auto found = failed.find(each.evaluation.value);
        // Results of one cell may differ between baselines; the first one counts.
        if (found != failed.end() && failedCells.erase(found->second) > 0)
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
