// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/answers/extraction.h"
#include "core/base/result.h"
#include "core/engine/request/plan.h"
#include "core/engine/request/runrequest.h"
#include "core/generation/templates/templatetext.h"
#include "core/model/record/dialogue.h"
#include "core/model/record/task.h"

#include <string>
#include <vector>

namespace loupe {

/// Task with its prompt.
struct AskedTask {
    Task task;
    std::string prompt;    ///< whole first message
    TemplateValues values; ///< values for later prompts
    EntryRule rule;
};

/// Returns the platform of the kernels: as requested, else for native tasks by the device.
/// InvalidInput if neither names one.
Result<std::string> platformOf(const RunRequest &run, const Plan &plan);

/// Returns Candidate::language, which is also the language tag of code fences.
std::string languageOf(const Plan &plan, const std::string &platform);

/// Returns the plan's tasks in order, with this first prompt. InvalidInput if it uses an unknown
/// name.
Result<std::vector<AskedTask>> askedTasks(const Plan &plan, const PromptTemplate &start,
                                          const std::string &platform);

/// Returns the task of this name, or the only one if the name is empty. InvalidInput if that is
/// ambiguous.
Result<AskedTask> onlyTask(std::vector<AskedTask> tasks, const std::string &wanted);

/// Tasks of a run with the first prompt of their platform.
struct AskedRun {
    RunRequest run; ///< with the suite's folder
    std::string suite;
    std::string platform;
    std::string language;
    bool isNative = false;
    PromptTemplate start;
    std::vector<AskedTask> tasks;
};

/// `prompt`: as in findPrompt(); empty: the platform's first prompt.
Result<AskedRun> askedRun(const RunRequest &request, const std::string &prompt = {});

/// Rendered prompt of one task.
struct RenderedPrompt {
    std::string task;
    PromptTemplate prompt;
    std::string text;
};

/// Renders the first prompt of the one task that the request selects, by its full name or a filter.
/// `prompt`: as in findPrompt(); empty: the platform's first prompt. InvalidInput if not exactly
/// one task is selected, or the prompt is for later rounds.
Result<RenderedPrompt> renderPrompt(const RunRequest &request, const std::string &prompt);

} // namespace loupe
