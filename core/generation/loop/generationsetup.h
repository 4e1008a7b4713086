// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/answers/extraction.h"
#include "core/base/result.h"
#include "core/endpoints/profile/profile.h"
#include "core/engine/request/plan.h"
#include "core/engine/request/runrequest.h"
#include "core/generation/dialogues/dialoguebook.h"
#include "core/generation/strategy/strategy.h"

#include <filesystem>
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
    std::filesystem::path record; ///< a cassette to add to, or empty
    std::filesystem::path replay; ///< a cassette that answers instead of the endpoint, or empty
    bool isReplayExact = false;   ///< a body that differs from the recorded one is an error
};

/// One task as it is asked about.
struct AskedTask {
    std::string name;
    std::string prompt; ///< the whole first message
    EntryRule rule;
};

/// A generation before anything is asked: everything that follows from profile, suite and options.
struct GenerationSetup {
    Strategy strategy;
    std::string run;      ///< its name
    std::string language; ///< Candidate::language
    Method method;
    std::vector<AskedTask> tasks; ///< in the suite's order
    DialogueOrigin origin;
    /// Beside the store, of this generation alone: another one's answers are answers to other
    /// questions.
    std::filesystem::path spool;
};

/// InvalidInput where the profile, a prompt or the options do not fit together, with the place.
/// Sets the request's suite and platform to what they mean.
Result<GenerationSetup> setUpGeneration(GenerationRequest &request);

/// What makes answers to the same question comparable: a profile without its budget, limits,
/// prices, rates, key and number of samples. Hexadecimal.
std::string questionDigest(const Profile &profile);

} // namespace loupe
