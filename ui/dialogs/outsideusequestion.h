// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/run/outsideuse.h"

#include <stop_token>
#include <string>
#include <vector>

namespace loupe::ui {

/// Asks in a dialog whether the named program may run outside of the sandbox, with the user's
/// rights. Blocks the calling thread, which must not be the GUI thread. Returns false also once
/// `stop` is requested.
bool mayUse(const std::string &source, const std::vector<OutsideUse> &uses,
            const std::stop_token &stop);

} // namespace loupe::ui
