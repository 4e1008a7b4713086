// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/verdict/verdict.h"

#include <string>

namespace loupe {

/// Outcome of a request to a subject: a measured answer, or the verdict that ends it.
struct CallOutcome {
    Verdict verdict = Verdict::Correct; ///< Correct: it answered; the values are not checked yet
    std::string message;
    double seconds = 0;    ///< engine's wall clock from sending the request to reading the answer
    int signal = 0;        ///< signal that ended its process; 0: none
    double cpuSeconds = 0; ///< kernel's CPU time on all processors; 0: unknown
};

} // namespace loupe
