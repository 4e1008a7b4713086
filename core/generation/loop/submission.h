// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/engine/request/runrequest.h"
#include "core/generation/feedback/feedbackrules.h"
#include "core/generation/loop/generationtools.h"
#include "core/generation/strategy/strategy.h"
#include "core/model/record/candidate.h"
#include "core/model/record/dialogue.h"

#include <cstdint>
#include <optional>
#include <string>

namespace loupe {

/// Request to evaluate one externally written program, e.g. of an agent with a command line.
struct SubmissionRequest {
    /// Store, suite, the one task (taskFilter: its name, or a filter that selects only it), name,
    /// platform and evaluation options. It has no candidates.
    RunRequest run;
    /// Method, sample (one attempt at the task; its programs are rounds), source, file name and
    /// cost of the program. Task, language and round are filled in.
    Candidate program;
    /// Dialogue of the program, stored before the evaluation. The program's `round` is then fixed.
    std::optional<Dialogue> dialogue = {};
    Strategy::Judge judge = Strategy::Judge::Strict;
    FeedbackRules feedback;
};

inline constexpr std::uintmax_t maxProgramBytes = std::uintmax_t{1} << 20U; ///< bytes

/// Result of a submission.
struct SubmissionOutcome {
    std::string run; ///< run in which it was evaluated
    std::string task;
    RowId evaluation;
    int round = 0;
    Verdict verdict = Verdict::NotRecorded; ///< by SubmissionRequest::judge
    std::optional<double> speedup;
    std::string feedback; ///< feedback as a model would get it
};

/// Returns the method that stands for an external author in a store.
Method submittingMethod(const std::string &name);

/// Evaluates the program as the next round of its sample, next to the run's other programs, so that
/// an agent's rounds form a normal trajectory. All rounds of a run have the same inputs.
/// InvalidInput: no such task. Busy: another process submitted a program of that round. Cancelled:
/// there is no result, and the same call evaluates it.
Result<SubmissionOutcome> submit(const SubmissionRequest &request, const GenerationTools &tools);
/// Returns the stored result and feedback of that sample and round in the run. NotFound if there is
/// none.
Result<SubmissionOutcome> tellAgain(const SubmissionRequest &request);

} // namespace loupe
