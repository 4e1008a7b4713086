// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/endpoints/profile/profile.h"

#include <filesystem>
#include <optional>
#include <string>

namespace loupe {

/// What a person tells a model of one of its programs.
struct HintRequest {
    std::filesystem::path store;
    RowId evaluation; ///< of the program: it has a conversation
    std::string hint; ///< of at most 100 000 bytes
    std::string person;
    std::optional<Profile> profile; ///< nothing: the one that the conversation was asked with
    std::filesystem::path suite;    ///< where its tasks are now; empty: as the run says
    std::filesystem::path record;   ///< as of GenerationRequest
    std::filesystem::path replay;
    bool isReplayExact = false;
};

} // namespace loupe
