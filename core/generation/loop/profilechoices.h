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

/// What of a profile a person chooses without writing JSON. It names where a key is and holds none.
struct ProfileChoices {
    std::string name;
    std::string url;
    EndpointKind endpoint = EndpointKind::Gateway;
    std::string key; ///< "env:NAME", "file:PATH", "keyring:LABEL", or empty
    int lanes = 1;
    std::string model;
    std::int64_t maxOutput = ModelParameters().maxOutput; ///< tokens of an answer
    bool isPublished = false; ///< the suite's own prompts, as its scripts ask
    Strategy::Kind strategy = Strategy::Kind::Independent;
    int samples = 1; ///< of pooled strategies what follows from the numbers below
    int rounds = 1;
    int width = 1;    ///< of Strategy::Kind::BestThenRefine and Beam
    int children = 1; ///< of Strategy::Kind::Beam and Evolve
    int islands = 1;  ///< of Strategy::Kind::Evolve
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

/// What a profile chooses. Errors: those of readStrategy() and readFeedbackRules().
Result<ProfileChoices> choicesOf(const Profile &profile);

/// The profile with `wanted` in place of what it chooses by itself. Nothing else of it changes, so
/// that what was asked with it before remains the same question where only numbers differ. A
/// profile without text is a new one. InvalidInput where the choices make no profile.
Result<Profile> profileWith(const Profile &profile, const ProfileChoices &wanted);

/// The profile with those of these limits that are lower than its own. As text: that is what
/// kloupe-ask gets, which keeps the budget.
Result<Profile> profileWithin(const Profile &profile, const ProfileChoices &limits);

} // namespace loupe
