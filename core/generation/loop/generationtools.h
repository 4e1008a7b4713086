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
    /// As executeRun(): evaluates what is given. One call at a time, of which most are on
    /// a thread of their own, beside `say`.
    std::function<Result<RunOutcome>(const RunRequest &)> evaluate;
    std::function<bool()> isTimed;    ///< whether something is timed now; empty: nobody can say
    std::filesystem::path askProgram; ///< kloupe-ask
    GenerationBoard *board = nullptr; ///< is told how it goes on; null: nobody looks
};

} // namespace loupe
