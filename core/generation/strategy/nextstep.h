// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generation/strategy/judgedround.h"
#include "core/generation/strategy/roundrequests.h"

#include <cstddef>
#include <span>
#include <string>

namespace loupe {

/// What becomes of a sample next.
struct NextStep {
    enum class Kind {
        Ask,
        Wait, ///< for an evaluation of this sample or, where the strategy is ranked, of others
        Stop
    };
    Kind kind = Kind::Ask;
    WantedRequest wanted;   ///< of Ask
    std::string stopReason; ///< of Stop: rounds, solved, no_progress, same_code, refused,
                            ///< not_chosen, not_judged; of a pooled strategy of all samples
};

/// It follows from what was asked, answered and judged alone: recomputed after any prefix of these
/// it is the same. `samples`: all of one task, by number; `which`: the one that is meant.
NextStep nextStep(const Strategy &strategy, const ModelParameters &parameters,
                  std::span<const SampleSoFar> samples, std::size_t which);

} // namespace loupe
