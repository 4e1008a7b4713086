// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/generation/loop/generationoutcome.h"
#include "core/generation/loop/generationsetup.h"
#include "core/generation/loop/generationtools.h"

#include <stop_token>

namespace loupe {

/// Sends the open requests of a generation, evaluates the answers in its run, and stores
/// everything. It may be killed at any time: all answers received by then are in spool or store.
/// With RunRequest::resume the next call continues and repeats no answered request. Answers are
/// evaluated round by round, and results once more at the end. Blocks.
/// Errors: those of setUpGeneration(); InvalidInput if the run exists without `resume`, or with
/// another prompt or profile; NotFound if there is nothing to resume; Io if the endpoint never
/// answered.
Result<GenerationOutcome> generate(GenerationRequest request, const GenerationTools &tools,
                                   const std::stop_token &stop);
/// Same, for a request that is already set up.
Result<GenerationOutcome> generate(GenerationRequest request, GenerationSetup setup,
                                   const GenerationTools &tools, const std::stop_token &stop);

} // namespace loupe
