// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/run/outsideuse.h"

#include <stop_token>
#include <string>
#include <vector>

namespace loupe::ui {

/// Asks in a dialog whether what a file names may run outside of the sandbox, with the user's
/// rights. Called by the thread of a run, which waits for the answer while the windows go on; never
/// by the thread of the windows. False also once `stop` is requested.
bool mayUse(const std::string &source, const std::vector<OutsideUse> &uses,
            const std::stop_token &stop);

} // namespace loupe::ui
