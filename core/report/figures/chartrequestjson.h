// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/base/json.h"

namespace loupe {

/// "group_by": … as in figure specs; everything is written, also what is as usual.
Json toJson(const ChartRequest &request);
/// What is missing keeps its usual value; what is wrong or unknown is added to the problems.
ChartRequest chartRequestFrom(const JsonReader &json);

} // namespace loupe
