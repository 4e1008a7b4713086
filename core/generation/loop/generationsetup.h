// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/endpoints/profile/profile.h"
#include "core/engine/request/runrequest.h"
#include "core/generation/dialogues/retelling.h"
#include "core/generation/feedback/feedbackrules.h"
#include "core/generation/loop/askedtasks.h"
#include "core/generation/loop/hintrequest.h"
#include "core/generation/templates/templatetext.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// What is to be asked for, and how the answers are evaluated.
struct GenerationRequest {
    Profile profile;
    /// Store, suite, selection of tasks, name, platform, resume, and how candidates are evaluated.
    /// It has no candidates.
    RunRequest run;
    std::optional<int> samples;   ///< instead of the profile's
    std::optional<int> rounds;    ///< instead of the profile's, of a strategy with rounds
    std::filesystem::path record; ///< a cassette to add to, or empty
    std::filesystem::path replay; ///< a cassette that answers instead of the endpoint, or empty
    bool isReplayExact = false;   ///< a body that differs from the recorded one is an error
    /// Its budget had ended it: it can be gone on with, where a person gives it more.
    bool hasSpentBudget = false;
    /// One more question about a stored program instead, for which nothing else is needed.
    std::optional<HintRequest> hint = {};
};

/// The prompts behind the first one.
struct RoundPrompts {
    TemplateText fix;
    TemplateText optimise;
    TemplateText reminder;
    std::optional<TemplateText> cross; ///< of strategies that ever show two programs
};

/// A generation before anything is asked: everything that follows from profile, suite and options.
struct GenerationSetup {
    std::string run;      ///< its name
    std::string language; ///< Candidate::language
    Method method;
    std::vector<AskedTask> tasks; ///< in the suite's order
    DialogueOrigin origin;        ///< the strategy among it
    FeedbackRules feedback;
    std::shared_ptr<const RoundPrompts> prompts;
    /// Beside the store, of this generation alone: another one's answers are answers to other
    /// questions.
    std::filesystem::path spool;
};

/// InvalidInput where the profile, a prompt or the options do not fit together, with the place.
/// Sets the request's suite and platform to what they mean.
Result<GenerationSetup> setUpGeneration(GenerationRequest &request);

/// What makes answers to the same question comparable: a profile without its budget, limits,
/// prices, rates, key, numbers of rounds and, where no other sample depends on it, of samples.
/// Hexadecimal.
std::string questionDigest(const Profile &profile);

} // namespace loupe
