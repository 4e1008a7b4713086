// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/kloupe/console.h"
#include "core/engine/request/runrequest.h"

#include <CLI/CLI.hpp>

namespace loupe::cli {

/// --accept-settings.
void addAcceptOption(CLI::App &command, bool &accepts);

/// Before a request is run: what the user typed is remembered as accepted, and what a stored or
/// shared file names is shown and asked for where it never was. Without a terminal, and without
/// --accept-settings (`accepts`), that is an error. A dry run asks nothing.
Status settleUses(const RunRequest &request, bool accepts, const Console &console);

} // namespace loupe::cli
