// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/optionalnumber.h"
#include "core/model/candidate.h"

#include <cstdint>

namespace loupe {

/// GenerationCost in half the space, because each of a million rows has one.
struct RowCost {
    OptionalNumber<std::int64_t> inputTokens;
    OptionalNumber<std::int64_t> outputTokens;
    OptionalNumber<std::int64_t> requests;
    OptionalNumber<double> dollars;
    OptionalNumber<double> seconds;
    friend bool operator==(const RowCost &, const RowCost &) = default;
};

inline RowCost rowCost(const GenerationCost &cost)
{
    return {cost.inputTokens, cost.outputTokens, cost.requests, cost.dollars, cost.seconds};
}

} // namespace loupe
