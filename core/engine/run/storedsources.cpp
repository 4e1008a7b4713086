// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run/storedsources.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace loupe {

namespace {

/// Evaluations by the digest of their source. Each list is in the order of the states.
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

/// Returns line `line` (from 1) of a source, without blanks at its ends; empty if there is no such
/// line.
std::string sourceLineOf(std::string_view source, int line)
{
    std::size_t begin = 0;
    for (int at = 1; at < line; ++at) {
        begin = source.find('\n', begin);
        if (begin == std::string_view::npos)
            return {};
        ++begin;
    }
    if (line < 1)
        return {};
    std::string_view text = source.substr(begin, source.find('\n', begin) - begin);
    constexpr std::string_view blanks = " \t\r";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos)
        return {};
    text = text.substr(first, text.find_last_not_of(blanks) - first + 1);
    return std::string(text);
}

RecordFinding findingAbout(Finding found, std::string_view source,
                           const std::vector<RowId> &evaluations)
{
    RecordFinding out;
    if (found.line > 0)
        out.numbers.emplace_back("line", found.line);
    out.sourceLine = sourceLineOf(source, found.line);
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
            return Error{Errc::Cancelled, "the audit was cancelled"};
        const auto detail = reader.detail(evaluations.front());
        if (!detail)
            return detail.error();
        const Candidate &candidate = detail->evaluation.candidate;
        auto reading
            = inspection.readRecorded(candidate.source.toString(), candidate.language, stop);
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
            out.findings.push_back(findingAbout(std::move(found), candidate.source, evaluations));
    }
    return out;
}

} // namespace loupe
