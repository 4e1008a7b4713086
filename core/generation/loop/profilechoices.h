// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/endpoints/profile/profile.h"
#include "core/generation/feedback/feedbackrules.h"
#include "core/generation/strategy/strategy.h"

#include <cstdint>
#include <optional>
#include <string>

namespace loupe {

/// Settings of a profile that can be edited without JSON. Holds the location of a key, never the
/// key.
struct ProfileChoices {
    std::string name;
    std::string url;
    EndpointKind endpoint = EndpointKind::Gateway;
    std::string key; ///< "env:NAME", "file:PATH", "keyring:LABEL", or empty
    int lanes = 1;
    std::string model;
    std::int64_t maxOutput = ModelParameters().maxOutput; ///< tokens of an answer
    bool isPublished = false;                             ///< uses the suite's published prompts
    Strategy::Kind strategy = Strategy::Kind::Independent;
    int samples = 1; ///< pooled strategies compute it from the numbers below
    int rounds = 1;
    int width = 1;    ///< for BestThenRefine and Beam
    int children = 1; ///< for Beam and Evolve
    int islands = 1;  ///< for Evolve
    Strategy::Parent parent = Strategy::Parent::Last;
    bool tellsBuild = true;
    bool tellsRun = true;
    bool tellsCompare = true;
    bool tellsTime = true;
    bool tellsRoofline = true;
    bool tellsDevice = true;
    FeedbackRules::History history = FeedbackRules::History::Last;
    std::optional<std::int64_t> requests; ///< limits of the whole run
    std::optional<std::int64_t> outputTokens;
    std::optional<double> dollars;
    friend bool operator==(const ProfileChoices &, const ProfileChoices &) = default;
};

/// Reads the settings of a profile. Errors: those of readStrategy() and readFeedbackRules().
Result<ProfileChoices> choicesOf(const Profile &profile);

/// Returns the profile with the settings in `wanted`. Nothing else changes, so that earlier answers
/// stay valid if only numbers differ. A profile without text is created from scratch. InvalidInput
/// if the settings are inconsistent.
Result<Profile> profileWith(const Profile &profile, const ProfileChoices &wanted);

/// Returns the profile with those of `limits` that are lower than its own. The text changes, too,
/// because kloupe-ask enforces the budget from it.
Result<Profile> profileWithin(const Profile &profile, const ProfileChoices &limits);

} // namespace loupe
