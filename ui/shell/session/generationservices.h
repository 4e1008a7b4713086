// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/generation/agents/agentrun.h"
#include "ui/shell/session/runlauncher.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {
class GenerationBoard;
struct GenerationOutcome;
struct GenerationPreview;
struct GenerationRequest;
} // namespace loupe

namespace loupe::ui {

/// Requests and evaluates a model's kernels, and reports to the board. Blocks. The application uses
/// loupe::generate, tests use fakes.
using GenerationLauncher = std::function<Result<GenerationOutcome>(
    const GenerationRequest &, GenerationBoard &, RunObserver &, const std::stop_token &)>;

/// Returns the unfinished generations of a store. Blocks.
using UnfinishedGenerationFinder
    = std::function<Result<std::vector<GenerationRequest>>(const std::filesystem::path &store)>;

/// Functions for starting generations from the windows; all of them block.
struct GenerationServices {
    GenerationLauncher launch;
    std::function<Result<GenerationPreview>(const GenerationRequest &)> preview;
    UnfinishedGenerationFinder findUnfinished;
};

/// Runs an agent's command on tasks and evaluates its programs. Blocks. The application uses
/// loupe::runAgents, tests use fakes.
using AgentLauncher = std::function<Result<AgentRunOutcome>(const AgentRunRequest &, RunObserver &,
                                                            const std::stop_token &)>;

/// Returns the unfinished agent runs of a store. Blocks.
using UnfinishedAgentsFinder
    = std::function<Result<std::vector<AgentRunRequest>>(const std::filesystem::path &store)>;

/// Functions for starting agents from the windows; all of them block.
struct AgentServices {
    AgentLauncher launch;
    /// Returns the names of the tasks that an agent would get.
    std::function<Result<std::vector<std::string>>(const AgentRunRequest &)> tasks;
    UnfinishedAgentsFinder findUnfinished = {};
};

/// Answers recorded for a demonstration, which need no model.
struct RecordedAnswers {
    std::filesystem::path profile;
    std::filesystem::path answers; ///< the cassette; empty: none are installed
    std::string tasks;             ///< filter of the tasks that have answers
};

/// Functions and files that the New run dialog needs besides the launcher.
struct NewRunServices {
    RunChoices choices;
    PresetShelf presets;
    ChoiceFinder findChoices;
    GenerationServices generation = {};
    AgentServices agents = {};
    RecordedAnswers recorded = {};
    std::filesystem::path nativeSuite = {}; ///< with demo kernels; empty: none is installed
    std::optional<RunRequest> lastRun = {}; ///< started in this window, with its own candidates
};

} // namespace loupe::ui
