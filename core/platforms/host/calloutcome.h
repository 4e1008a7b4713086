// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/verdict.h"

#include <string>

namespace loupe {

/// What became of a request to a subject: a measured answer, or the verdict that ends it.
struct CallOutcome {
    Verdict verdict = Verdict::Correct; ///< Correct = it answered; nothing is said about values
    std::string message;
    double seconds = 0;    ///< engine's wall clock from sending the request to reading the answer
    int signal = 0;        ///< that ended its process, as the kernel says; 0: none did
    double cpuSeconds = 0; ///< on all processors, as the kernel counts; 0: not known
};

} // namespace loupe
