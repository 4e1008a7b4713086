// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/endpoints/pace/ledger.h"
#include "core/engine/run/runoutcome.h"

#include <map>
#include <optional>
#include <string>

namespace loupe {

/// Reason why a generation stopped sending requests.
enum class AskingEnd {
    Answered, ///< no request is left
    Budget,   ///< the next requests exceed the budget
    Endpoint, ///< some requests failed for good
    Stopped   ///< the user stopped it; the last answers are not evaluated
};

/// Returns the name, such as "budget".
const char *name(AskingEnd end);

struct GenerationOutcome {
    std::string run;
    int samples = 0;    ///< of all selected tasks
    int settled = 0;    ///< samples with an answered first round
    int candidates = 0; ///< answered rounds
    int withCode = 0;   ///< candidates with a program in the answer
    int repeated = 0;   ///< candidates that repeat the program of an earlier round of the sample
    std::map<std::string, int> stopped; ///< number of samples by stop reason: rounds, solved, …
    int waiting = 0;  ///< samples whose program has no result, because of a stop or an
                      ///< infrastructure error
    int requests = 0; ///< sent in all sessions
    Cost spent;       ///< by all sessions; the upper bound where nothing was reported
    Cost most;        ///< dry run: upper bound of the open requests
    /// Dry run: truncated answers and answers without a program cause requests beyond `most`.
    bool mayAskAgain = false;
    AskingEnd end = AskingEnd::Answered;
    std::string why; ///< reason of any end but Answered
    std::optional<RunOutcome> evaluated;
    std::optional<RunOutcome> confirmed; ///< results of the samples on unseen inputs
};

} // namespace loupe
