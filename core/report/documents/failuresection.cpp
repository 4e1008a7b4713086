// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/failuresection.h"

#include "core/analysis/failures/failedcells.h"
#include "core/analysis/metrics/scoreboard.h"
#include "core/analysis/text/textdiff.h"
#include "core/base/counted.h"
#include "core/report/documents/ratesections.h"
#include "core/report/tables/exporttables.h"
#include "core/report/tables/overviewtables.h"
#include "core/store/read/pairselection.h"
#include "core/store/read/resultlisting.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr std::size_t maxDifferenceLength = 6000;

/// Adds how task × method pairs failed. Each counts once, however many attempts it has.
void addFailedCells(std::span<const Population> blocks, ReportSection &part)
{
    for (const Population &block : blocks) {
        BootstrapOptions none;
        none.resamples = 1; // no interval is shown
        const Scoreboard board = scoreboard(block, none);
        const std::vector<VerdictRow> failures = failureMatrix(block, board);
        if (failures.empty())
            continue;
        part.tables.push_back(failureTable(failures, board));
        if (blocks.size() > 1)
            part.tables.back().caption += " " + blockName(block) + ".";
    }
}

std::string countsSentence(const FailedCells &cells, std::size_t evaluations, std::size_t clusters,
                           std::size_t shown)
{
    std::string out
        = fmt::format("{} of {} failed, each task × method pair counted once. Over all samples, "
                      "rounds and attempts, {} failed, for {}",
                      cells.failed, counted(cells.judged, "judged cell"),
                      counted(evaluations, "evaluation"), counted(clusters, "first cause"));
    if (shown < clusters)
        out += fmt::format("; the table shows {} of them", shown);
    return out + ".";
}

/// Adds the difference that fixed the first member; returns false if no member was ever fixed.
Result<bool> addCure(StoreReader &reader, const Filter &filter, const FailureCluster &cluster,
                     ReportSection &part)
{
    const auto cure = reader.failureCure(cluster.fingerprints, filter);
    if (!cure)
        return cure.error();
    if (!*cure)
        return false;
    const auto failed = reader.detail((*cure)->failed);
    if (!failed)
        return failed.error();
    const auto cured = reader.detail((*cure)->cured);
    if (!cured)
        return cured.error();
    std::string diff
        = unifiedDiff(failed->evaluation.candidate.source, cured->evaluation.candidate.source);
    if (diff.empty())
        return false;
    if (diff.size() > maxDifferenceLength) {
        diff.resize(diff.rfind('\n', maxDifferenceLength) + 1);
        diff += "(cut here)\n";
    }
    part.verbatim.push_back(fmt::format(
        "{} of {} failed evaluations \"{}\" were right in a later round. The first: {} by {}, "
        "evaluation {}, round {} to evaluation {}, round {}:\n{}",
        (*cure)->curedMembers, cluster.count, cluster.summary.text(), failed->row.task,
        failed->row.method, failed->row.id.value, failed->row.round, cured->row.id.value,
        cured->row.round, diff));
    return true;
}

} // namespace

Status addFailureSection(StoreReader &reader, std::span<const Population> blocks,
                         const FailureSectionOptions &options, ReportDocument &document)
{
    const auto reasons = reader.failureReasons(withoutSpeedups(options.filter), {});
    if (!reasons)
        return reasons.error();
    std::vector<FailureCluster> clusters
        = failureClusters(listedFailures(options.rows, options.scope, *reasons));
    if (clusters.empty())
        return {};
    const FailedCells cells = countFailedCells(clusters, blocks, *reasons);
    std::int64_t evaluations = 0;
    for (const FailureCluster &cluster : clusters)
        evaluations += cluster.count;
    const std::size_t all = clusters.size();
    clusters.resize(std::min(all, options.clusters));
    ReportSection part{"Why candidates failed", {}, {}, {}, {}};
    part.paragraphs.push_back(
        countsSentence(cells, static_cast<std::size_t>(evaluations), all, clusters.size()));
    addFailedCells(blocks, part);
    part.tables.push_back(toTable(clusterData(clusters)));
    std::size_t cures = 0;
    for (const FailureCluster &cluster : clusters) {
        if (cures == options.cures)
            break;
        const auto added = addCure(reader, options.filter, cluster, part);
        if (!added)
            return added.error();
        cures += *added ? 1 : 0;
    }
    document.sections.push_back(std::move(part));
    return {};
}

} // namespace loupe
