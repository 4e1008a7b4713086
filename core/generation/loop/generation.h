// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/generation/loop/generationoutcome.h"
#include "core/generation/loop/generationsetup.h"

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

namespace loupe {

/// What a generation needs from around it.
struct GenerationTools {
    std::function<void(const std::string &)> say; ///< one line for people
    /// As executeRun(): evaluates what is given.
    std::function<Result<RunOutcome>(const RunRequest &)> evaluate;
    std::filesystem::path askProgram; ///< kloupe-ask
};

/// Asks what is open of a generation, evaluates the answers in the run of its name, and keeps all
/// of it in the store. It may be killed at any time: what was asked and answered by then is in
/// spool or store, and with RunRequest::resume the next call goes on and asks nothing answered
/// again. Blocks. Errors: those of setUpGeneration(); InvalidInput where the run is there and
/// `resume` was not said, or prompt or profile ask something else than it did; NotFound where there
/// is nothing to resume; Io where the endpoint answered nothing at all.
Result<GenerationOutcome> generate(GenerationRequest request, const GenerationTools &tools,
                                   const std::stop_token &stop);

} // namespace loupe
