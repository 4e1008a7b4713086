// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/generation/loop/generationoutcome.h"
#include "core/generation/loop/generationsetup.h"

#include <string>
#include <vector>

namespace loupe {

/// What a model would be asked first about one task.
struct TaskPrompt {
    std::string task;
    std::string text;
};

/// A generation before anything is asked, for a person to look at.
struct GenerationPreview {
    std::string prompt;              ///< name of the first one: "cpu.start"
    std::vector<TaskPrompt> prompts; ///< of each task, in the suite's order
    GenerationOutcome outlook;       ///< of a dry run: what there is, and what is open at most
    std::string strategy;            ///< "serial, 4 samples, 5 rounds from the best"
    BudgetLimits limits;             ///< of the whole run
    bool hasPrices = false;          ///< else what it costs is not known
    bool mayEndEarly = false;        ///< what is open may come to more than what is left of them
    bool isReplay = false;           ///< a cassette answers
    bool isDemo = false;
    std::string key;           ///< where the profile says that the key is: "env:NAME"; empty: none
    bool isKeyMissing = false; ///< it is in a variable that this program does not have
};

/// Reads suite, store and spool, and asks nothing. Errors: as generate()'s of a dry run; NotFound
/// and others where a cassette that is to answer cannot be read.
Result<GenerationPreview> previewGeneration(GenerationRequest request);

} // namespace loupe
