// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/conditionvalues.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace loupe {

/// The place of the observation that speaks for each cell, ascending. Cells are numbered below
/// `cells`; those without an observation have no speaker.
std::vector<std::uint32_t> speakersOf(const PlacedRows &placed, std::size_t cells,
                                      const AttemptChoice &choice);

} // namespace loupe
