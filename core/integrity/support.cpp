// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/support.h"

#include <algorithm>
#include <map>

namespace loupe {

namespace {

constexpr std::string_view beside = "; measured beside it: ";

using Flags = std::vector<std::string_view>;

const std::map<std::string_view, Flags> &supports()
{
    // Work outside of calls, and times that do not fit each other.
    static const Flags workElsewhere = {"stray_activity", "clocks_disagree", "no_device_activity"};
    // Results that were there before the call.
    static const Flags workLeftOut
        = {"no_device_activity", "faster_than_physics", "stray_activity", "weights_not_read"};
    static const std::map<std::string_view, Flags> table = {
        {"threads", workElsewhere},
        {"own_streams", workElsewhere},
        {"graph_replay", workLeftOut},
        {"static_cache", workLeftOut},
        {"call_counter", workLeftOut},
        {"value_branch", workLeftOut},
        {"outside_world", workLeftOut},
        {"precision_flags", {"global_flags_changed"}},
        {"hidden_code", {"global_flags_changed", "clocks_disagree"}},
    };
    return table;
}

} // namespace

std::vector<std::string_view> supportOf(std::string_view rule)
{
    const auto found = supports().find(rule);
    return found == supports().end() ? Flags() : found->second;
}

void weighByMeasurement(std::vector<Finding> &findings, const std::vector<std::string> &flags)
{
    for (Finding &one : findings) {
        if (one.layer != RuleLayer::Static || one.severity != FindingSeverity::Note
            || one.message.find(beside) != std::string::npos)
            continue;
        for (const std::string_view fact : supportOf(one.rule)) {
            if (std::ranges::find(flags, fact) == flags.end())
                continue;
            one.severity = FindingSeverity::Suspicion;
            one.message.append(beside).append(fact);
            break;
        }
    }
}

} // namespace loupe
