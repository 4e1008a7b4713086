// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run/storedsources.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace loupe {

namespace {

/// By digest, ascending. Ids of each in the order of the states.
using EvaluationsOfSources = std::map<std::string, std::vector<RowId>>;

Result<EvaluationsOfSources> importedSources(StoreReader &reader,
                                             std::span<const RecordedState> states)
{
    const auto runs = reader.runs();
    if (!runs)
        return runs.error();
    std::set<std::string, std::less<>> imported;
    for (const RunSummary &summary : *runs) {
        if (summary.run.origin != "engine")
            imported.insert(summary.run.name);
    }
    EvaluationsOfSources out;
    for (const RecordedState &state : states) {
        if (!state.sourceDigest.empty() && imported.contains(state.row.run.text()))
            out[state.sourceDigest].push_back(state.row.id);
    }
    return out;
}

RecordFinding findingAbout(Finding found, const std::vector<RowId> &evaluations)
{
    RecordFinding out;
    if (found.line > 0)
        out.numbers.emplace_back("line", found.line);
    out.finding = std::move(found);
    out.evaluations = evaluations;
    std::ranges::sort(out.evaluations);
    return out;
}

} // namespace

Result<StoredSources> inspectStoredSources(StoreReader &reader,
                                           std::span<const RecordedState> states,
                                           SourceInspection &inspection,
                                           const std::stop_token &stop)
{
    const auto sources = importedSources(reader, states);
    if (!sources)
        return sources.error();
    StoredSources out;
    for (const auto &[digest, evaluations] : *sources) {
        if (stop.stop_requested())
            return Error{Errc::Cancelled, "the audit was cancelled", {}, {}, {}};
        const auto detail = reader.detail(evaluations.front());
        if (!detail)
            return detail.error();
        const Candidate &candidate = detail->evaluation.candidate;
        auto reading = inspection.readRecorded(candidate.source, candidate.language, stop);
        if (!reading) {
            if (reading.error().code == Errc::Cancelled)
                return reading.error();
            if (out.unread++ == 0)
                out.whyUnread = reading.error().message;
            continue;
        }
        ++out.read;
        for (const RowId evaluation : evaluations)
            out.traits.emplace(evaluation, reading->traits);
        for (Finding &found : reading->findings)
            out.findings.push_back(findingAbout(std::move(found), evaluations));
    }
    return out;
}

} // namespace loupe
