// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"
#include "core/base/json.h"

namespace loupe {

/// Returns the description of a population that accompanies all figures. It has the number of
/// tasks, methods, cells and observations, the attempt choice, the conditions with their values,
/// and exclusions by reason.
Json populationJson(const Population &population);

} // namespace loupe
