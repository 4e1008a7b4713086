// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/support.h"

#include "core/integrity/runtimerules.h"

#include <algorithm>
#include <map>

namespace loupe {

namespace {

constexpr std::string_view measuredToo = "; also measured: ";
constexpr std::string_view neverRan = "; in its timed calls only the library's kernels ran";

using Flags = std::vector<std::string_view>;

const std::map<std::string_view, Flags> &supports()
{
    // Work outside of calls, and times that contradict each other.
    static const Flags workElsewhere = {"stray_activity", "clocks_disagree", "no_device_activity"};
    // Results that existed before the call.
    static const Flags workLeftOut = {"no_device_activity", "faster_than_physics", "stray_activity",
                                      "wrong_while_timed", "weights_not_read"};
    static const std::map<std::string_view, Flags> table = {
        {"threads", workElsewhere},
        {"own_streams", workElsewhere},
        {"graph_replay", workLeftOut},
        {"static_cache", workLeftOut},
        {"call_counter", workLeftOut},
        {"value_branch", workLeftOut},
        {"outside_world", workLeftOut},
        {"global_switches", {"global_flags_changed"}},
        {"hidden_code", {"global_flags_changed", "clocks_disagree"}},
    };
    return table;
}

void weighNote(Finding &note, const std::vector<std::string> &flags)
{
    if (note.message.find(measuredToo) != std::string::npos)
        return;
    for (const std::string_view fact : supportOf(note.rule)) {
        if (std::ranges::find(flags, fact) == flags.end())
            continue;
        note.severity = FindingSeverity::Suspicion;
        note.message.append(measuredToo).append(fact);
        return;
    }
}

void weighFallback(Finding &fallback, const DeviceShares &shares)
{
    if (shares.own > 0.0) {
        fallback.severity = FindingSeverity::Note;
    } else if (shares.library > 0.0 && !fallback.message.ends_with(neverRan)) {
        fallback.severity = FindingSeverity::Suspicion;
        fallback.message += neverRan;
    }
}

/// Every result is constant where the task's own has no elements. Where no protocol could judge the
/// task, the right result may be constant.
void weighConstantResult(Finding &constant, const Evaluation &evaluation)
{
    const auto &flags = evaluation.flags;
    const bool isStrictlyJudged = evaluation.strictVerdict != Verdict::ReferenceFailed
        && evaluation.strictVerdict != Verdict::NotRecorded;
    if (std::ranges::find(flags, "nothing_compared") != flags.end()
        || (evaluation.verdict == Verdict::ReferenceFailed && !isStrictlyJudged))
        constant.severity = FindingSeverity::Note;
}

} // namespace

std::vector<std::string_view> supportOf(std::string_view rule)
{
    const auto found = supports().find(rule);
    return found == supports().end() ? Flags() : found->second;
}

void weighByMeasurement(std::vector<Finding> &findings, const Evaluation &evaluation)
{
    const DeviceShares shares = sharesOf(evaluation.kernels, HeaderLibraries::MayBeOwn);
    for (Finding &one : findings) {
        if (one.layer != RuleLayer::Static)
            continue;
        if (one.rule == "fallback")
            weighFallback(one, shares);
        else if (one.rule == "constant_result")
            weighConstantResult(one, evaluation);
        else if (one.severity == FindingSeverity::Note)
            weighNote(one, evaluation.flags);
    }
}

} // namespace loupe
