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

std::string_view name(LeftOutReason reason)
{
    constexpr std::array<std::string_view, 7> names{
        "other_round",  "other_value",       "not_recorded",  "copy",
        "confirmation", "no_strict_verdict", "no_method_time"};
    return names[static_cast<std::size_t>(reason)];
}

} // namespace loupe
