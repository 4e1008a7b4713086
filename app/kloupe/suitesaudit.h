// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/kloupe/commands.h"

namespace loupe::cli {

/// `kloupe suites audit`: runs each task's reference to see whether the task can tell right from
/// wrong.
void addSuitesAudit(CLI::App &suites, Action &chosen);

} // namespace loupe::cli
