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

/// Request for a generation and the evaluation of its answers.
struct GenerationRequest {
    Profile profile;
    /// Store, suite, task selection, name, platform, resume flag and evaluation options. It has no
    /// candidates.
    RunRequest run;
    std::optional<int> samples;   ///< overrides the profile
    std::optional<int> rounds;    ///< overrides the profile, for a strategy with rounds
    std::filesystem::path record; ///< cassette to append to, or empty
    std::filesystem::path replay; ///< cassette that answers instead of the endpoint, or empty
    bool isReplayExact = false;   ///< a body that differs from the recorded one is an error
    /// Its budget ended it; it can be resumed with a larger one.
    bool hasSpentBudget = false;
    /// Hint for a stored program, in place of everything else.
    std::optional<HintRequest> hint = {};
};

/// Prompts after the first one.
struct RoundPrompts {
    TemplateText fix;
    TemplateText optimise;
    TemplateText reminder;
    std::optional<TemplateText> cross; ///< for strategies that show two programs
};

/// Setup of a generation before any request, derived from profile, suite and options.
struct GenerationSetup {
    std::string run;      ///< name of the run
    std::string language; ///< Candidate::language
    Method method;
    std::vector<AskedTask> tasks; ///< in the suite's order
    DialogueOrigin origin;        ///< includes the strategy
    FeedbackRules feedback;
    std::shared_ptr<const RoundPrompts> prompts;
    /// Folder next to the store for this generation only, because answers of others belong to other
    /// requests.
    std::filesystem::path spool;
};

/// Sets up a generation, and fills in the request's suite and platform. InvalidInput with the
/// location if the profile, a prompt or the options do not fit together.
Result<GenerationSetup> setUpGeneration(GenerationRequest &request);

/// Returns a hash (hex) of all settings that make answers comparable. It ignores budget, limits,
/// prices, rates, key and number of rounds. It also ignores the number of samples if they are
/// independent of each other.
std::string questionDigest(const Profile &profile);

} // namespace loupe
