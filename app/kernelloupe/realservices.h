// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/session/services.h"

namespace loupe::app {

/// Returns this program's store, engine and importers for the windows. `remembers`: save the
/// window's state in the user's configuration folder.
ui::Services realServices(bool remembers);

} // namespace loupe::app
