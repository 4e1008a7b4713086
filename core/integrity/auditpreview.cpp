// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/auditpreview.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Returns the most severe finding that flags each evaluation.
std::map<RowId, const RecordFinding *> gravestOf(std::span<const RecordFinding> findings,
                                                 const std::set<RowId> &cleared)
{
    std::map<RowId, const RecordFinding *> out;
    for (const RecordFinding &each : findings) {
        const FindingSeverity severity = each.finding.severity;
        if (severity == FindingSeverity::Note)
            continue;
        for (const RowId id : each.evaluations) {
            if (severity == FindingSeverity::Suspicion && cleared.contains(id))
                continue;
            const RecordFinding *&known = out[id];
            if (known == nullptr || known->finding.severity < severity)
                known = &each;
        }
    }
    return out;
}

std::string counted(std::size_t count, const char *what)
{
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

} // namespace

AuditPreview previewOf(std::span<const RecordFinding> findings,
                       std::span<const RecordedState> states, const std::set<RowId> &cleared)
{
    const std::map<RowId, const RecordFinding *> gravest = gravestOf(findings, cleared);
    AuditPreview out;
    std::set<std::string> methods;
    for (const RecordedState &state : states) {
        const MetricRow &row = state.row;
        const auto found = gravest.find(row.id);
        if (found == gravest.end())
            continue;
        const bool isCorrect = outcomeOf(row.verdict) == Outcome::Correct;
        out.results.push_back({row.id, row.run.text(), row.task.text(), row.method.text(),
                               isCorrect, row.isWithheld, found->second->finding,
                               found->second->sourceLine});
        out.correct += isCorrect ? 1 : 0;
        out.flagged += row.isWithheld ? 1 : 0;
        methods.insert(row.method.text());
    }
    out.methods = static_cast<int>(methods.size());
    std::ranges::stable_sort(out.results, {}, [](const FlaggedResult &result) {
        return std::tuple(!result.isCorrect, result.id.value);
    });
    return out;
}

std::string text(const AuditPreview &preview)
{
    if (preview.results.empty())
        return "this would flag no result";
    std::string out = fmt::format(
        "this would flag {} of {} ({} correct)", counted(preview.results.size(), "result"),
        counted(static_cast<std::size_t>(preview.methods), "method"), preview.correct);
    if (preview.flagged > 0)
        out += fmt::format("; flagged already: {}", preview.flagged);
    return out;
}

} // namespace loupe
