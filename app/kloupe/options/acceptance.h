// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/kloupe/output/console.h"
#include "core/engine/request/runrequest.h"

#include <CLI/CLI.hpp>

namespace loupe::cli {

/// Adds --accept-settings.
void addAcceptOption(CLI::App &command, bool &accepts);

/// Resolves, before a run, the settings that need the user's consent. Typed settings are remembered
/// as accepted; new ones from a stored or shared file are shown and need confirmation. Returns an
/// error without a terminal, unless `accepts` (--accept-settings) is set. A dry run needs no
/// consent.
Status settleUses(const RunRequest &request, bool accepts, const Console &console);

} // namespace loupe::cli
