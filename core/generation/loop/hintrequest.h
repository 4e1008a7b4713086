// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/endpoints/profile/profile.h"

#include <filesystem>
#include <optional>
#include <string>

namespace loupe {

/// Hint of a user on one of a model's programs.
struct HintRequest {
    std::filesystem::path store;
    RowId evaluation; ///< of the program, which must have a conversation
    std::string hint; ///< at most 100 000 bytes
    std::string person;
    std::optional<Profile> profile; ///< absent: the profile of the conversation
    std::filesystem::path suite;    ///< folder of the tasks; empty: as in the run
    std::filesystem::path record;   ///< as in GenerationRequest
    std::filesystem::path replay;
    bool isReplayExact = false;
};

} // namespace loupe
