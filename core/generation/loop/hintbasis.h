// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/endpoints/profile/profile.h"
#include "core/engine/request/runrequest.h"
#include "core/generation/feedback/feedbackrules.h"
#include "core/generation/loop/askedtasks.h"
#include "core/generation/loop/hintrequest.h"
#include "core/generation/strategy/strategy.h"
#include "core/model/record/dialogue.h"
#include "core/store/rows/storedvalues.h"

#include <string>
#include <vector>

namespace loupe {

/// Sample of a hinted program in the run of hinted programs.
struct HintedSample {
    std::string run;    ///< name of the program's run, with ", hinted"
    std::string method; ///< name of the program's method, with ", hinted"
    bool isRunThere = false;
    /// All candidates of the method in that run.
    std::vector<Candidate> earlier;
    /// Program that the hint is about, as part of that run.
    Candidate parent;
    /// Its dialogue so far; `sample` is its number in that run.
    Dialogue dialogue;
    int round = 0; ///< of the requested program
};

/// Data needed for a hint, before any request.
struct HintBasis {
    EvaluationDetail detail;
    Profile profile;
    Strategy strategy;
    FeedbackRules feedback;
    RunRequest run;
    HintedSample sample;
    AskedTask task;
    std::string platform; ///< promptPlatform()
    std::string fence;
};

/// NotFound: no such evaluation, no conversation with it, or the task is gone. InvalidInput: the
/// hint is empty, the person has no name, or the endpoint is unknown.
Result<HintBasis> hintBasis(const HintRequest &request);

} // namespace loupe
