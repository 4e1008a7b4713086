// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/condition.h"

#include <array>

namespace loupe {

std::string_view name(PopulationCondition::State state)
{
    constexpr std::array<std::string_view, 6> names{"single", "largest", "only",
                                                    "split",  "pooled",  "unasked"};
    return names[static_cast<std::size_t>(state)];
}

} // namespace loupe
