// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace loupe {

enum class RunMarkKind {
    Pin, ///< the run stays on top of lists
    Unpin,
    Baseline,   ///< the run that others are compared with; at most one at a time
    NoBaseline, ///< removes the baseline
};
std::string_view kindName(RunMarkKind kind); ///< "pin", "unpin", "baseline", "no_baseline"

/// A user's mark on a run. Written once, never changed; taking it back is another event.
struct RunMark {
    std::string uuid; ///< 32 hexadecimal digits: the same event in every store that holds it
    RunId run;
    RunMarkKind kind = RunMarkKind::Pin;
    std::string person;
    std::string madeAt; ///< ISO 8601 UTC
    friend bool operator==(const RunMark &, const RunMark &) = default;
};

/// Current marks of a store's runs.
struct RunMarks {
    std::set<RunId> pinned;
    std::optional<RunId> baseline;
    friend bool operator==(const RunMarks &, const RunMarks &) = default;
};

/// Returns the marks after these events, in their order.
RunMarks afterMarks(RunMarks before, std::span<const RunMark> events);

/// Returns InvalidInput if the event has no uuid or no person.
Status checkRunMark(const RunMark &event);

} // namespace loupe
