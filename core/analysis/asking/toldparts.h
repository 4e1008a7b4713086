// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/asking/toldkind.h"
#include "core/model/metricrow.h"

#include <string_view>

namespace loupe {

/// What the profile of a generation lets a model be told (resources/help/generating.md).
struct ToldParts {
    bool isRecorded = false; ///< there is a profile
    bool hasBuild = true;
    bool hasRun = true;
    bool hasCompare = true;
    bool hasSpeed = true; ///< any of time, roofline and device
    bool isStrict = true; ///< whose verdict is told
};

/// Of GenerationProfile::json. A profile that cannot be read is none.
ToldParts toldParts(std::string_view profile);

/// What these parts tell of a result: each result has one of them, or the verdict alone.
ToldKind toldKindOf(const ToldParts &parts, const MetricRow &told);

} // namespace loupe
