// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/generation/loop/generationsetup.h"
#include "ui/shell/session/generationservices.h"

namespace loupe::app {

/// Tells a made-up story of a generation that is half way through its rounds, asks nobody and
/// evaluates nothing, so that its pictures can be drawn. It goes on until it is stopped.
ui::GenerationLauncher makeGenerationStory();

/// What that story is about: three tasks of the shipped suite, two samples of four rounds.
GenerationRequest storyRequest(const std::filesystem::path &suite,
                               const std::filesystem::path &store);

} // namespace loupe::app
