// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run/storeaudit.h"

#include "core/base/json.h"
#include "core/base/nearest.h"
#include "core/engine/machine/programs.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <span>
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

/// Keeps only the states of the run; NotFound if the store lacks it.
Status keepStatesOf(StoreReader &reader, const std::string &name,
                    std::vector<RecordedState> &states)
{
    const auto runs = reader.runs();
    if (!runs)
        return runs.error();
    std::vector<std::string> names;
    names.reserve(runs->size());
    for (const RunSummary &summary : *runs)
        names.push_back(summary.run.name);
    if (std::ranges::find(names, name) == names.end())
        return Error{Errc::NotFound, "the store has no run named \"" + name + "\"", "--run",
                     hintWithNearest(name, names, "kloupe runs STORE lists them")};
    std::erase_if(states, [&](const RecordedState &state) { return state.row.run.text() != name; });
    return {};
}

/// Returns the files that runs were imported from, by name of the run.
Result<std::map<std::string, std::string>> importedFiles(StoreReader &reader)
{
    const auto runs = reader.runs();
    if (!runs)
        return runs.error();
    std::map<std::string, std::string> out;
    for (const RunSummary &summary : *runs) {
        const Json profile = Json::parse(summary.run.profileJson, nullptr, false);
        if (const auto file = profile.find("file");
            profile.is_object() && file != profile.end() && file->is_string())
            out.emplace(summary.run.name, file->get<std::string>());
    }
    return out;
}

/// Returns the evaluations whose last review accepts them.
Result<std::set<RowId>> clearedEvaluations(StoreReader &reader)
{
    const auto reviews = reader.reviews();
    if (!reviews)
        return reviews.error();
    std::set<RowId> out;
    for (const Review &review : *reviews) {
        if (review.decision == ReviewDecision::Cleared)
            out.insert(review.evaluation);
        else
            out.erase(review.evaluation);
    }
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

Result<StoreAudit> auditStore(StoreReader &reader, const std::string &run,
                              SourceInspection &inspection, const std::stop_token &stop)
{
    auto states = reader.recordedStates(Filter());
    if (!states)
        return std::move(states).error();
    if (!run.empty()) {
        if (Status kept = keepStatesOf(reader, run, *states); !kept)
            return std::move(kept).error();
    }
    const auto golden = reader.goldenRecords({});
    if (!golden)
        return golden.error();
    auto files = importedFiles(reader);
    if (!files)
        return std::move(files).error();
    auto sources = inspectStoredSources(reader, *states, inspection, stop);
    if (!sources)
        return std::move(sources).error();
    auto cleared = clearedEvaluations(reader);
    if (!cleared)
        return std::move(cleared).error();
    StoreAudit audit{.evaluations = states->size(),
                     .goldenRecords = golden->size(),
                     .sources = sources->read,
                     .unreadSources = sources->unread,
                     .whyUnread = sources->whyUnread,
                     .findings = auditRecords(*states, *golden, std::move(*files)),
                     .preview = {},
                     .traits = std::move(sources->traits)};
    std::ranges::move(sources->findings, std::back_inserter(audit.findings));
    std::ranges::stable_sort(audit.findings, std::ranges::greater(),
                             [](const RecordFinding &one) { return one.finding.severity; });
    audit.preview = previewOf(audit.findings, *states, *cleared);
    return audit;
}

std::unique_ptr<SourceInspection> auditInspection(const std::filesystem::path &python,
                                                  SandboxMode mode)
{
    const auto interpreter = findPython(python);
    const auto worker = findWorker();
    if (!interpreter || !worker)
        return std::make_unique<SourceInspection>();
    return std::make_unique<SourceInspection>(
        PythonInspector::settingsFor(*interpreter, *worker, mode));
}

bool isAnythingGrave(const StoreAudit &audit)
{
    return std::ranges::any_of(audit.findings, [](const RecordFinding &one) {
        return one.finding.severity != FindingSeverity::Note;
    });
}

Status keepAudit(StoreWriter &writer, const std::string &run, const StoreAudit &audit)
{
    std::map<RowId, std::vector<Finding>> byEvaluation;
    for (const RecordFinding &found : audit.findings) {
        for (const RowId id : found.evaluations)
            byEvaluation[id].push_back(found.finding);
    }
    const bool areSourcesRead = audit.sources > 0 || audit.unreadSources == 0;
    return writer.recordAudit(
        run, byEvaluation,
        areSourcesRead ? AuditedLayers::RecordsAndSources : AuditedLayers::Records, audit.traits);
}

} // namespace loupe
