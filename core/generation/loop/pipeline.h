// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/generation/dialogues/dialoguebook.h"
#include "core/generation/loop/generationoutcome.h"
#include "core/generation/loop/generationsetup.h"
#include "core/generation/loop/generationtools.h"

#include <optional>
#include <stop_token>
#include <string>

namespace loupe {

/// Result of runPipeline(); as in GenerationOutcome.
struct PipelineEnd {
    AskingEnd end = AskingEnd::Answered;
    std::string why;
    std::optional<RunOutcome> evaluated; ///< sums of all batches
};

/// Sends requests and evaluates answers until nothing is open: concurrently, or in turns if the
/// endpoint shares the machine used for timing. Received answers are evaluated even if no more
/// requests are possible. While something is being timed, answers are received and nothing else
/// happens. When it returns, no request or evaluation is running, and the spool is released.
/// `isRunThere`: the store has the run. Io if the endpoint never answered.
Result<PipelineEnd> runPipeline(const GenerationRequest &request, const GenerationSetup &setup,
                                const GenerationTools &tools, DialogueBook &book, bool isRunThere,
                                const std::stop_token &stop);

} // namespace loupe
