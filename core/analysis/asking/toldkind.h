// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/metricrow.h"

#include <cstddef>
#include <string_view>

namespace loupe {

/// Kind of feedback in a round's prompt.
enum class ToldKind {
    Nothing,     ///< a first or restarted prompt
    Build,       ///< compiler or loader messages
    Run,         ///< how it crashed, or which shape or type is wrong
    Compare,     ///< where its values are wrong
    Speed,       ///< its time, the reference's time, and its use of the device
    Verdict,     ///< only whether it is correct
    Hint,        ///< a user's hint
    TwoPrograms, ///< the results of two programs to be combined
    NotRecorded,
};
inline constexpr std::size_t toldKinds = 9;
std::string_view name(ToldKind kind);  ///< "build", "compare" …
std::string_view label(ToldKind kind); ///< for display

/// Kinds of feedback that a generation's profile allows (resources/help/reference/generating.md).
struct ToldParts {
    bool isRecorded = false; ///< a profile is recorded
    bool hasBuild = true;
    bool hasRun = true;
    bool hasCompare = true;
    bool hasSpeed = true; ///< any of time, roofline and device
    bool isStrict = true; ///< the verdict is that of the strict protocol
};

/// Parses GenerationProfile::json. An unreadable profile counts as not recorded.
ToldParts toldParts(std::string_view profile);

/// Returns the kind of feedback that these parts give about a result, or Verdict if none applies.
ToldKind toldKindOf(const ToldParts &parts, const MetricRow &told);

} // namespace loupe
