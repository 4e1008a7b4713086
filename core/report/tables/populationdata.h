// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"
#include "core/base/json.h"

namespace loupe {

/// What goes with every answer that has figures: how many tasks, methods, cells and observations,
/// which attempt speaks, the conditions with their values, and what was left out by reason.
Json populationJson(const Population &population);

} // namespace loupe
