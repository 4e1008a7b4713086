// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/asking/toldkind.h"
#include "core/model/record/metricrow.h"

#include <string_view>

namespace loupe {

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
