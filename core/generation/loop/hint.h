// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/engine/run/runoutcome.h"
#include "core/generation/loop/generationtools.h"
#include "core/generation/loop/hintrequest.h"
#include "core/model/verdict.h"

#include <optional>
#include <stop_token>
#include <string>

namespace loupe {

struct HintOutcome {
    std::string run;
    std::string task;
    int sample = 0;
    int round = 0;                          ///< of the new program
    Verdict before = Verdict::NotRecorded;  ///< of the one that the hint is about, judged beside it
    Verdict verdict = Verdict::NotRecorded; ///< of the new one
    std::optional<double> speedup;
    RowId evaluation;
    RunOutcome evaluated; ///< of the new one
};

/// Asks once more, with what became of the program and the hint behind it, and evaluates the
/// answer. It stands in a run and under a method of its own (hintedName()), so that no figure of
/// the method that worked alone counts it: there the program is evaluated anew, and the hinted one
/// after it, with the same inputs, as rounds of one sample. A hint about a hinted program is a
/// further round there. NotFound: there is no such evaluation, or no conversation with it.
/// InvalidInput: the hint is empty, the person has no name, or the run is an import. Cancelled and
/// errors of the endpoint: what was answered is in the spool; the same call goes on with it.
Result<HintOutcome> askWithHint(const HintRequest &request, const GenerationTools &tools,
                                const std::stop_token &stop);

} // namespace loupe
