// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/session/services.h"

namespace loupe::app {

/// The store, the engine and the importers of this program, for the windows.
/// `remembers`: keep the window's state in the user's configuration folder.
ui::Services realServices(bool remembers);

} // namespace loupe::app
