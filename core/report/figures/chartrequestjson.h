// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/base/json.h"

namespace loupe {

/// Writes all fields, including those with default values: "group_by": … as in figure specs.
Json toJson(const ChartRequest &request);
/// Reads a request. Missing fields get default values; wrong or unknown ones are reported as
/// problems.
ChartRequest chartRequestFrom(const JsonReader &json);

} // namespace loupe
