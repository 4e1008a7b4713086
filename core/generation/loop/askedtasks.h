// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/answers/extraction.h"
#include "core/base/result.h"
#include "core/engine/request/plan.h"
#include "core/engine/request/runrequest.h"
#include "core/generation/templates/templatetext.h"
#include "core/model/dialogue.h"
#include "core/model/task.h"

#include <string>
#include <vector>

namespace loupe {

/// One task as it is asked about.
struct AskedTask {
    Task task;
    std::string prompt;    ///< the whole first message
    TemplateValues values; ///< what further prompts can say of the task
    EntryRule rule;
};

/// What kernels are written with: as the request says, else of native tasks by its device.
/// InvalidInput where nothing says it.
Result<std::string> platformOf(const RunRequest &run, const Plan &plan);

/// Candidate::language, and what a fence around a program is marked with.
std::string languageOf(const Plan &plan, const std::string &platform);

/// The plan's tasks, in its order, with this first prompt. InvalidInput where it uses a name that
/// there is not.
Result<std::vector<AskedTask>> askedTasks(const Plan &plan, const PromptTemplate &start,
                                          const std::string &platform);

/// The one that is meant: of this name, else the only one. InvalidInput where there are several.
Result<AskedTask> onlyTask(std::vector<AskedTask> tasks, const std::string &wanted);

/// A run's tasks with a first prompt of their platform.
struct AskedRun {
    RunRequest run; ///< with the suite's folder
    std::string suite;
    std::string platform;
    std::string language;
    bool isNative = false;
    PromptTemplate start;
    std::vector<AskedTask> tasks;
};

/// `prompt`: as findPrompt() takes it; empty: the platform's own first one.
Result<AskedRun> askedRun(const RunRequest &request, const std::string &prompt = {});

/// One task with a prompt of its platform, rendered.
struct RenderedPrompt {
    std::string task;
    PromptTemplate prompt;
    std::string text;
};

/// What a model would be asked about the one task that the request selects, by its whole name or a
/// filter. `prompt`: as findPrompt() takes it; empty: the platform's own first one. InvalidInput
/// where several tasks or none are selected, or the prompt is of later rounds.
Result<RenderedPrompt> renderPrompt(const RunRequest &request, const std::string &prompt);

} // namespace loupe
