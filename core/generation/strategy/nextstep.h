// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generation/strategy/judgedround.h"
#include "core/generation/strategy/roundrequests.h"

#include <cstddef>
#include <span>
#include <string>

namespace loupe {

/// Next step of a sample.
struct NextStep {
    enum class Kind {
        Ask,
        Wait, ///< for a result of this sample or, with a ranked strategy, of others
        Stop
    };
    Kind kind = Kind::Ask;
    WantedRequest wanted;   ///< for Ask
    std::string stopReason; ///< for Stop: rounds, solved, no_progress, same_code, refused,
                            ///< not_chosen, not_judged; applies to all samples of a pooled strategy
};

/// Computes the next step of sample `which` from requests, answers and results only, so that it is
/// reproducible. `samples`: all of one task, by number.
NextStep nextStep(const Strategy &strategy, const ModelParameters &parameters,
                  std::span<const SampleSoFar> samples, std::size_t which);

} // namespace loupe
