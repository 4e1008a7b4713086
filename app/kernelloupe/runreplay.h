// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/async/readerpool.h"
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

} // namespace loupe::app
