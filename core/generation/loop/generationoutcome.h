// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/endpoints/pace/ledger.h"
#include "core/engine/run/runoutcome.h"

#include <map>
#include <optional>
#include <string>

namespace loupe {

/// How the asking ended.
enum class AskingEnd {
    Answered, ///< nothing more is to be asked
    Budget,   ///< what is open does not fit the budget any more
    Endpoint, ///< some requests failed for good
    Stopped   ///< it was asked to stop; what was answered last is not evaluated
};

/// "budget"
const char *name(AskingEnd end);

struct GenerationOutcome {
    std::string run;
    int samples = 0;    ///< of all tasks that were wanted
    int settled = 0;    ///< of these: their first round was answered
    int candidates = 0; ///< rounds that were answered
    int withCode = 0;   ///< of these, with a program in the answer
    int repeated = 0;   ///< of these, with the program of an earlier round of the sample
    std::map<std::string, int> stopped; ///< samples by why they ended: rounds, solved …
    int waiting = 0;  ///< samples whose program was not judged: stopped, or the machinery failed
    int requests = 0; ///< sent, of all sessions
    Cost spent;       ///< of all sessions; the most that it may be where nobody said
    Cost most;        ///< of a dry run: what the open requests come to at most
    /// Of a dry run: answers that are cut off or have no program are asked for again, on top of
    /// `most`.
    bool mayAskAgain = false;
    AskingEnd end = AskingEnd::Answered;
    std::string why; ///< of another end than Answered
    std::optional<RunOutcome> evaluated;
    std::optional<RunOutcome> confirmed; ///< the results of samples, with fresh inputs
};

} // namespace loupe
