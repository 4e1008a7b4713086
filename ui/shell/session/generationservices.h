// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/session/agentservices.h"
#include "ui/shell/session/runlauncher.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace loupe {
class GenerationBoard;
struct GenerationOutcome;
struct GenerationPreview;
struct GenerationRequest;
} // namespace loupe

namespace loupe::ui {

/// Asks models and evaluates what they answer, and puts on the board how it goes on; blocks. The
/// program gives loupe::generate, tests give fakes.
using GenerationLauncher = std::function<Result<GenerationOutcome>(
    const GenerationRequest &, GenerationBoard &, RunObserver &, const std::stop_token &)>;

/// The generations of a store that did not end; blocking.
using UnfinishedGenerationFinder
    = std::function<Result<std::vector<GenerationRequest>>(const std::filesystem::path &store)>;

/// What the windows need to ask models; all of it blocks.
struct GenerationServices {
    GenerationLauncher launch;
    std::function<Result<GenerationPreview>(const GenerationRequest &)> preview;
    UnfinishedGenerationFinder findUnfinished;
};

/// What the New run dialog asks of the rest of the program beside the launcher.
struct NewRunServices {
    RunChoices choices;
    PresetShelf presets;
    ChoiceFinder findChoices;
    GenerationServices generation = {};
    AgentServices agents = {};
};

} // namespace loupe::ui
