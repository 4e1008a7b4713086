// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"
#include "core/base/ids.h"
#include "core/model/saved/filter.h"

#include <optional>
#include <span>

namespace loupe {

/// Returns `present` with few readable terms that select exactly the cells with these ids:
/// `method:x status:correct speedup>=2`. Returns nullopt if no such terms describe them, or if the
/// population is too large to look for them at once.
std::optional<Filter> describingFilter(const Filter &present, const Population &population,
                                       std::span<const RowId> ids);

} // namespace loupe
