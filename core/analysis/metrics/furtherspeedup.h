// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/statistics/speedup.h"
#include "core/model/record/evaluation.h"
#include "core/model/record/furtherbaseline.h"

#include <optional>

namespace loupe {

/// Returns the speedup of a candidate over a further baseline, which was timed alone, with an
/// interval that allows for the scatter of both sides and for differences between processes, but
/// not for a drift of the machine between the two measurements. nullopt unless the candidate has
/// one series of samples by the same clock, and both sides have at least four.
std::optional<SpeedupEstimate> furtherSpeedup(const Evaluation &evaluation,
                                              const FurtherSamples &baseline);

} // namespace loupe
