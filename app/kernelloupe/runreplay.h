// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/async/readerpool.h"
#include "ui/shell/session/runlauncher.h"

#include <optional>

namespace loupe::app {

/// How a replayed run goes on after its first items.
struct ReplayEnd {
    std::optional<int> hangsAfter = {}; ///< so many items have ended: the next never do
    std::optional<Error> failure = {};  ///< what the run ends with then, instead of going on
};

/// Tells the story of the run with the most failures in the request's store as an engine would, at
/// most 200 items on four threads within seconds, so that pages about runs can be drawn without
/// evaluating anything. Heeds the request's control.
ui::RunLauncher makeReplay(ui::StoreOpener opener, ReplayEnd end);

} // namespace loupe::app
