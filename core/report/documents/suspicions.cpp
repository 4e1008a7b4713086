// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/suspicions.h"

#include "core/analysis/population/methodbaseline.h"
#include "core/analysis/population/mixture.h"
#include "core/analysis/population/scopedpairs.h"
#include "core/report/tables/resulttables.h"
#include "core/store/read/pairselection.h"
#include "core/store/read/scopedrows.h"

#include <algorithm>
#include <set>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace loupe {

namespace {

RateRow named(RateRow row, const char *group)
{
    row.group = group;
    return row;
}

void countRules(AuditOverview &overview)
{
    for (const SuspiciousResult &result : overview.results) {
        std::set<std::string> rules;
        for (const Finding &finding : result.findings) {
            if (isGrave(finding))
                rules.insert(finding.rule);
        }
        for (const std::string &rule : rules)
            ++overview.byRule[rule];
        overview.unreviewed += result.review ? 0 : 1;
    }
}

/// Reads the rows that the observations of a population need.
Result<std::unique_ptr<RowParts>> observedParts(StoreReader &reader, const Filter &filter,
                                                const Population &population,
                                                const std::stop_token &stop)
{
    // The times of a method are of the attempts that the population chooses, and not of flagged
    // ones.
    if (baselineMethod(population.scope()))
        return scopedParts(reader, filter, population.scope(), stop);
    return partsOfScope(reader, filter, observationScope(population), stop);
}

} // namespace

bool isGrave(const Finding &finding)
{
    return finding.severity != FindingSeverity::Note;
}

Result<AuditOverview> auditOverview(StoreReader &reader, const Filter &filter,
                                    const Population &population, const std::stop_token &stop)
{
    auto rows = observedParts(reader, filter, population, stop);
    if (!rows)
        return std::move(rows).error();
    // The population selects by the scope's speedups, the store by the recorded ones.
    auto findings = reader.findings(withoutSpeedups(filter), stop);
    if (!findings)
        return std::move(findings).error();
    auto reviews = reader.reviews();
    if (!reviews)
        return std::move(reviews).error();
    std::unordered_map<std::int64_t, SuspiciousResult> byId;
    for (StoredFinding &found : *findings)
        byId[found.evaluation.value].findings.push_back(std::move(found.finding));
    for (Review &review : *reviews) {
        if (const auto known = byId.find(review.evaluation.value); known != byId.end())
            known->second.review = std::move(review);
    }
    AuditOverview out;
    const Population listed = populationOf(**rows, observationScope(population), stop);
    if (stop.stop_requested())
        return Error{Errc::Cancelled, "cancelled"};
    for (const MetricRow &row : listed.observations()) {
        const auto known = byId.find(row.id.value);
        if (known == byId.end() || std::ranges::none_of(known->second.findings, isGrave))
            continue;
        known->second.row = row;
        out.results.push_back(std::move(known->second));
    }
    countRules(out);
    static_cast<HeadlinePair &>(out) = headlinePair(
        {listed.observations().begin(), listed.observations().end()}, settledScope(population));
    return out;
}

Result<std::vector<StoredFinding>> observedFindings(StoreReader &reader, const Filter &filter,
                                                    const Population &population,
                                                    const std::stop_token &stop)
{
    auto findings = reader.findings(withoutSpeedups(filter), stop);
    if (!findings || findings->empty())
        return findings;
    std::unordered_set<std::int64_t> observed;
    const auto observe = [&observed](const Population &listed) {
        for (const MetricRow &row : listed.observations())
            observed.insert(row.id.value);
    };
    if (population.scope().choice == AttemptChoice{}) {
        observe(population);
    } else { // the choice decides which pairs the filter selects
        auto rows = observedParts(reader, filter, population, stop);
        if (!rows)
            return std::move(rows).error();
        observe(populationOf(**rows, observationScope(population), stop));
    }
    std::erase_if(*findings, [&](const StoredFinding &each) {
        return !observed.contains(each.evaluation.value);
    });
    return findings;
}

Result<int> unreviewedSuspicions(StoreReader &reader, const Filter &filter,
                                 const Population &population, const std::stop_token &stop)
{
    const auto findings = reader.findings(withoutSpeedups(filter), stop);
    if (!findings)
        return findings.error();
    if (std::ranges::none_of(*findings,
                             [](const StoredFinding &each) { return isGrave(each.finding); }))
        return 0;
    const auto overview = auditOverview(reader, filter, population, stop);
    if (!overview)
        return overview.error();
    return overview->unreviewed;
}

Table headlineEffectTable(const AuditOverview &now, const std::optional<RateRow> &before)
{
    std::vector<RateRow> rows{named(now.all, "all results")};
    if (before)
        rows.push_back(named(*before, "before audit"));
    rows.push_back(named(now.counted, "after audit"));
    Table table = rateTableText(rows, GroupBy::All);
    table.columns.front().title = "headline numbers";
    if (!now.population.empty())
        table.caption = now.population + " " + table.caption;
    return table;
}

} // namespace loupe
