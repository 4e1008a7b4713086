// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/generation/loop/generationsetup.h"
#include "ui/async/readerpool.h"
#include "ui/shell/session/generationservices.h"
#include "ui/shell/session/runlauncher.h"

#include <optional>

namespace loupe::app {

/// Later part of a replayed run.
struct ReplayEnd {
    std::optional<int> hangsAfter = {}; ///< ended items before all others hang
    std::optional<Error> failure = {};  ///< error that ends the run after that many items
};

/// Returns a launcher that replays the run with the most failures in the request's store, for
/// pictures of running jobs. Evaluates nothing. Replays at most 200 items on four threads within
/// seconds, and obeys the request's control.
ui::RunLauncher makeReplay(ui::StoreOpener opener, ReplayEnd end);

/// Returns a launcher that replays a made-up generation half way through its rounds, for pictures.
/// It sends no requests, evaluates nothing, and continues until it is stopped.
ui::GenerationLauncher makeGenerationStory();

/// Returns the request of that generation: three tasks of the shipped suite, two samples of four
/// rounds.
GenerationRequest storyRequest(const std::filesystem::path &suite,
                               const std::filesystem::path &store);

} // namespace loupe::app
