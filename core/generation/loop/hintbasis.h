// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/endpoints/profile/profile.h"
#include "core/engine/request/runrequest.h"
#include "core/generation/feedback/feedbackrules.h"
#include "core/generation/loop/askedtasks.h"
#include "core/generation/loop/hintedsample.h"
#include "core/generation/loop/hintrequest.h"
#include "core/generation/strategy/strategy.h"
#include "core/store/rows/storedvalues.h"

#include <string>

namespace loupe {

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
