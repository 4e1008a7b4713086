// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/failures/causematrix.h"

#include "core/analysis/failures/failureclusters.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace loupe {

namespace {

using ReasonOf = std::unordered_map<std::int64_t, const FailureReason *>;

ReasonOf byEvaluation(std::span<const FailureReason> reasons)
{
    ReasonOf out;
    out.reserve(reasons.size());
    for (const FailureReason &each : reasons)
        out.emplace(each.evaluation.value, &each);
    return out;
}

/// Failures without a stored reason are grouped by verdict.
std::pair<Name, Verdict> keyOf(const FailureReason *reason, Verdict verdict, GroupedCauses &causes)
{
    return reason == nullptr
        ? std::pair(Name(), verdict)
        : std::pair(causes.of(reason->fingerprint, reason->summary), Verdict::NotRecorded);
}

/// Returns the verdict as text. Stored reasons refer to the runs' own verdicts, not to strict ones.
std::string causeOf(Verdict verdict, CountedVerdict counted)
{
    std::string out(facts(verdict).label);
    return counted == CountedVerdict::Strict ? out + ", by the strict rules" : out;
}

CauseRow emptyCause(const FailureReason *reason, Verdict verdict, CountedVerdict counted,
                    std::size_t series)
{
    CauseRow out;
    out.fingerprint = reason == nullptr ? Name() : reason->fingerprint;
    out.cause = reason == nullptr ? causeOf(verdict, counted)
                                  : std::string(withoutTrial(reason->summary.text()));
    out.verdict = verdict;
    out.cells.resize(series);
    return out;
}

} // namespace

std::vector<CauseRow> causeMatrix(const Population &population, const Scoreboard &board,
                                  std::span<const FailureReason> reasons)
{
    const ReasonOf reasonOf = byEvaluation(reasons);
    const auto places = board.places();
    GroupedCauses grouped;
    std::map<std::pair<Name, Verdict>, CauseRow> found;
    for (const MetricRow &cell : population.cells()) {
        if (!isFailure(outcomeOf(cell.verdict)))
            continue;
        const auto reason = reasonOf.find(cell.id.value);
        const FailureReason *known = reason == reasonOf.end() ? nullptr : reason->second;
        const auto key = keyOf(known, cell.verdict, grouped);
        CauseRow &row = found
                            .try_emplace(key,
                                         emptyCause(known, cell.verdict, population.scope().verdict,
                                                    board.rows.size()))
                            .first->second;
        row.grouped = key.first;
        if (known != nullptr && row.cause != withoutTrial(known->summary.text()))
            row.cause = row.grouped.text();
        row.cells[places.at(seriesOf(cell, population))].push_back(cell.id);
        ++row.all;
    }
    std::vector<CauseRow> out;
    out.reserve(found.size());
    for (auto &[key, row] : found)
        out.push_back(std::move(row));
    std::ranges::stable_sort(out, [](const CauseRow &a, const CauseRow &b) {
        return std::tie(b.all, a.cause) < std::tie(a.all, b.cause);
    });
    return out;
}

} // namespace loupe
