// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/request/runrequest.h"
#include "core/engine/run/runoutcome.h"
#include "core/generation/loop/generationboard.h"

#include <filesystem>
#include <functional>
#include <string>

namespace loupe {

/// What a generation needs from around it.
struct GenerationTools {
    std::function<void(const std::string &)> say; ///< one line for people
    /// As executeRun(): evaluates what is given.
    std::function<Result<RunOutcome>(const RunRequest &)> evaluate;
    std::filesystem::path askProgram; ///< kloupe-ask
    GenerationBoard *board = nullptr; ///< is told how it goes on; null: nobody looks
};

} // namespace loupe
