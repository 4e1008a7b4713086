// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

namespace loupe::app {

/// Runs the event loop until the condition holds. Returns false after two minutes.
bool waitFor(const std::function<bool()> &condition);

} // namespace loupe::app
