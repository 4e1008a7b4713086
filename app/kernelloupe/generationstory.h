// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/generation/loop/generationsetup.h"
#include "ui/shell/session/generationservices.h"

namespace loupe::app {

/// Returns a launcher that replays a made-up generation half way through its rounds, for pictures.
/// It sends no requests, evaluates nothing, and continues until it is stopped.
ui::GenerationLauncher makeGenerationStory();

/// Returns the request of that generation: three tasks of the shipped suite, two samples of four
/// rounds.
GenerationRequest storyRequest(const std::filesystem::path &suite,
                               const std::filesystem::path &store);

} // namespace loupe::app
