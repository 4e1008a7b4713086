// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/engine/request/runrequest.h"
#include "core/generation/feedback/feedbackrules.h"
#include "core/generation/loop/generationtools.h"
#include "core/generation/strategy/strategy.h"
#include "core/model/candidate.h"
#include "core/model/dialogue.h"

#include <cstdint>
#include <optional>
#include <string>

namespace loupe {

/// One program that somebody wrote outside, e.g. an agent with a command line.
struct SubmissionRequest {
    /// Store, suite, the one task (taskFilter: its name, or a filter that selects it alone), name,
    /// platform, and how candidates are evaluated. It has no candidates.
    RunRequest run;
    /// The program: method, sample (one attempt at the task; its programs are rounds), source, name
    /// of its file, cost. Task, language and round follow.
    Candidate program;
    /// What was said to get it, which is stored before it is evaluated; the program's `round` is
    /// then the one that it has to be.
    std::optional<Dialogue> dialogue = {};
    Strategy::Judge judge = Strategy::Judge::Strict;
    FeedbackRules feedback;
};

inline constexpr std::uintmax_t largestProgram = std::uintmax_t{1} << 20U; ///< bytes

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

/// What a store says of whoever hands in programs.
Method submittingMethod(const std::string &name);

/// Evaluates the program as the next round of its sample, beside what the run has, so that the
/// rounds of an agent are a trajectory like any other. All rounds of a run have the same inputs.
/// InvalidInput: no such task. Busy: somebody else handed in a program of that round. Cancelled:
/// nothing is known of it; the same call evaluates it.
Result<SubmissionOutcome> submit(const SubmissionRequest &request, const GenerationTools &tools);
/// What was told of the program of that sample and round, which the run (by its name) has. NotFound
/// where it has none.
Result<SubmissionOutcome> tellAgain(const SubmissionRequest &request);

} // namespace loupe
