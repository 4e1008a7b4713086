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

/// Dependencies of a generation.
struct GenerationTools {
    std::function<void(const std::string &)> say; ///< shows one line to the user
    /// Works as executeRun(). Called once at a time, mostly on a separate thread, concurrently with
    /// `say`.
    std::function<Result<RunOutcome>(const RunRequest &)> evaluate;
    std::function<bool()> isTimed;    ///< returns true while something is being timed; empty if
                                      ///< unknown
    std::filesystem::path askProgram; ///< kloupe-ask
    GenerationBoard *board = nullptr; ///< receives the progress; may be null
};

} // namespace loupe
