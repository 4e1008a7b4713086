// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/engine/request/runrequest.h"
#include "core/generation/feedback/feedbackrules.h"
#include "core/generation/loop/generationtools.h"
#include "core/generation/strategy/strategy.h"

#include <filesystem>
#include <optional>
#include <string>

namespace loupe {

/// One program that somebody wrote outside, e.g. an agent with a command line.
struct SubmissionRequest {
    /// Store, suite, the one task (taskFilter: its name, or a filter that selects it alone), name,
    /// platform, and how candidates are evaluated. It has no candidates.
    RunRequest run;
    std::filesystem::path file; ///< the program, of at most 1 MiB
    std::string method;         ///< whose it is
    int sample = 0;             ///< one attempt at the task; its programs are rounds
    Strategy::Judge judge = Strategy::Judge::Strict;
    FeedbackRules feedback;
};

/// What became of it.
struct SubmissionOutcome {
    std::string run; ///< in which it was evaluated
    std::string task;
    RowId evaluation;
    int round = 0;
    Verdict verdict = Verdict::NotRecorded; ///< of SubmissionRequest::judge
    std::optional<double> speedup;
    std::string feedback; ///< what a model would be told of it
};

/// Evaluates the program as the next round of its sample, beside what the run has, so that the
/// rounds of an agent are a trajectory like any other. All rounds of a run have the same inputs.
/// InvalidInput: no such task or file. Cancelled: nothing is known of it; the same call evaluates
/// it.
Result<SubmissionOutcome> submit(const SubmissionRequest &request, const GenerationTools &tools);

} // namespace loupe
