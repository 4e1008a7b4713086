// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/engine/run/runoutcome.h"
#include "core/generation/loop/generationtools.h"
#include "core/generation/loop/hintrequest.h"
#include "core/model/verdict/verdict.h"

#include <optional>
#include <stop_token>
#include <string>

namespace loupe {

struct HintOutcome {
    std::string run;
    std::string task;
    int sample = 0;
    int round = 0;                          ///< of the new program
    Verdict before = Verdict::NotRecorded;  ///< of the parent, evaluated in the same run
    Verdict verdict = Verdict::NotRecorded; ///< of the new program
    std::optional<double> speedup;
    RowId evaluation;
    RunOutcome evaluated; ///< of the new program
};

/// Requests another program, with the parent's result and the user's hint, and evaluates it. Both
/// go into a run and method named "…, hinted", so that no statistic of the unaided method counts
/// them. There the parent is evaluated again, and the hinted program after it, with the same
/// inputs, as rounds of one sample. A hint on a hinted program adds a round.
/// NotFound: no such evaluation, or it has no conversation. InvalidInput: the hint is empty, the
/// person has no name, or the run is an import. After Cancelled and endpoint errors, the answers
/// are in the spool; the same call resumes.
Result<HintOutcome> askWithHint(const HintRequest &request, const GenerationTools &tools,
                                const std::stop_token &stop);

} // namespace loupe
