// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/kloupe/output/commandlisting.h"

namespace loupe::cli {

/// Each returns a script for that shell. It completes commands, options and their values; what has
/// no list of values is completed with the names of files.
std::string bashCompletion(const std::vector<ListedCommand> &commands);
std::string zshCompletion(const std::vector<ListedCommand> &commands);
std::string fishCompletion(const std::vector<ListedCommand> &commands);

} // namespace loupe::cli
