// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/sharedtext.h"

#include <string>

namespace loupe {

/// Recorded step from a round to the next, from an agent's log or a corpus.
struct Transition {
    std::string task;
    std::string method;
    int sample = 0;
    int fromRound = 0;
    int toRound = 0;
    std::string kind;           ///< as recorded: "exe_fail_to_pass,perf_ok_newly"
    bool identicalCode = false; ///< both rounds have byte-identical sources
    SharedText originalRecord;
};

} // namespace loupe
