// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/auditstate.h"

#include "core/base/counted.h"
#include "core/model/verdict/ruletitle.h"
#include "core/report/documents/suspicions.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include <fmt/format.h>

namespace loupe {

namespace {

struct FoundOf {
    FindingSeverity worst = FindingSeverity::Note;
    std::set<std::string> rules; ///< with a proof or suspicion
    const Review *last = nullptr;
};

std::unordered_map<std::int64_t, FoundOf> byResult(std::span<const StoredFinding> findings,
                                                   std::span<const Review> reviews)
{
    std::unordered_map<std::int64_t, FoundOf> out;
    for (const StoredFinding &each : findings) {
        FoundOf &found = out[each.evaluation.value];
        found.worst = std::max(found.worst, each.finding.severity);
        if (isGrave(each.finding))
            found.rules.insert(each.finding.rule);
    }
    for (const Review &each : reviews) {
        if (const auto found = out.find(each.evaluation.value); found != out.end())
            found->second.last = &each;
    }
    return out;
}

void count(const FoundOf &found, AuditState &state)
{
    const bool isCleared = found.last != nullptr && found.last->decision == ReviewDecision::Cleared;
    if (found.worst == FindingSeverity::Note) {
        ++state.noted;
        return;
    }
    if (found.worst == FindingSeverity::Proof)
        ++state.proven;
    else
        ++(isCleared ? state.cleared : state.suspected);
    state.unreviewed += found.last == nullptr ? 1 : 0;
    for (const std::string &rule : found.rules)
        ++state.byRule[rule];
}

std::string resultsThat(std::int64_t results, const char *what)
{
    return fmt::format("{} {} {}", groupedDigits(results), results == 1 ? "result" : "results",
                       what);
}

} // namespace

AuditState auditState(std::span<const StoredFinding> findings, std::span<const Review> reviews)
{
    AuditState out;
    for (const auto &[id, found] : byResult(findings, reviews))
        count(found, out);
    return out;
}

std::vector<std::string> sentencesOf(const AuditState &state)
{
    std::vector<std::string> out;
    const auto say = [&](std::int64_t results, const char *what) {
        if (results > 0)
            out.push_back(resultsThat(results, what) + ".");
    };
    say(state.proven, "with a proof of cheating");
    say(state.suspected, "with a suspicion, open or confirmed (failed results count, too)");
    say(state.cleared, "with a suspicion that was cleared");
    say(state.noted, "with notes only");
    say(state.unreviewed, "to review");
    for (const auto &[rule, results] : state.byRule)
        out.push_back(fmt::format("{}: {}", ruleTitle(rule), groupedDigits(results)));
    if (out.empty())
        out.emplace_back(
            "No findings. Run an audit to check the records and the imported sources.");
    return out;
}

} // namespace loupe
