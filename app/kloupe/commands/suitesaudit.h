// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/kloupe/commands/commands.h"

namespace loupe::cli {

/// Adds `kloupe suites audit`: runs the reference of each task to check that the task can tell
/// right from wrong.
void addSuitesAudit(CLI::App &suites, Action &chosen);

} // namespace loupe::cli
