// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/generation/loop/generationoutcome.h"
#include "core/generation/loop/generationsetup.h"
#include "core/generation/loop/generationtools.h"

#include <stop_token>

namespace loupe {

/// Asks what is open of a generation, evaluates the answers in the run of its name, and keeps all
/// of it in the store. It may be killed at any time: what was asked and answered by then is in
/// spool or store, and with RunRequest::resume the next call goes on and asks nothing answered
/// again. What is answered is judged round by round, and results at the end once more. Blocks.
/// Errors: those of setUpGeneration(); InvalidInput where the run is there and `resume` was not
/// said, or prompt or profile ask something else than it did; NotFound where there is nothing to
/// resume; Io where the endpoint answered nothing at all.
Result<GenerationOutcome> generate(GenerationRequest request, const GenerationTools &tools,
                                   const std::stop_token &stop);
/// The same of a request that was set up.
Result<GenerationOutcome> generate(GenerationRequest request, GenerationSetup setup,
                                   const GenerationTools &tools, const std::stop_token &stop);

} // namespace loupe
