// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/generation/loop/generationoutcome.h"
#include "core/generation/loop/generationsetup.h"

#include <string>
#include <vector>

namespace loupe {

/// First prompt of a task.
struct TaskPrompt {
    std::string task;
    std::string text;
};

/// Preview of a generation before any request.
struct GenerationPreview {
    std::string prompt;              ///< name of the first prompt: "cpu.start"
    std::vector<TaskPrompt> prompts; ///< of each task, in the suite's order
    GenerationOutcome outlook;       ///< dry run: existing answers, and an upper bound of the open
                                     ///< requests
    std::string strategy;            ///< "serial, 4 samples, 5 rounds from the best"
    BudgetLimits limits;             ///< of the whole run
    bool hasPrices = false;          ///< otherwise the cost is unknown
    bool mayEndEarly = false;        ///< the open requests may exceed the remaining limits
    bool isReplay = false;           ///< answers come from a cassette
    int recordedTasks = 0;           ///< of a replay: tasks of which the cassette has an answer
    bool isDemo = false;
    std::string key;           ///< location of the key in the profile: "env:NAME"; empty if there
                               ///< is none
    bool isKeyMissing = false; ///< the key's variable is not set in this process
};

/// Reads suite, store and spool without any request. Errors: those of a dry run of generate(), and
/// those of reading a cassette for replay.
Result<GenerationPreview> previewGeneration(GenerationRequest request);

} // namespace loupe
